"""`python -m service.bulk IN.ndjson OUT.ndjson`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Here, because a spawned worker runs this file again, and needs less.
    from service.bulk.command import main

    sys.exit(main())
