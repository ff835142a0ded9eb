# By tag and not by digest, so that each build takes what Debian and Python have mended since. For the same bytes
# every time name one: --build-arg BASE=docker.io/library/python:3.11-slim-bookworm@sha256:…
# Any Debian-like image with python3 (3.11 or newer) and its venv module will do.
ARG BASE=docker.io/library/python:3.11-slim-bookworm

FROM ${BASE} AS build
WORKDIR /app
# The dependencies first: this layer stays as long as the lock does.
COPY requirements.lock ./
# pip gets an environment of its own: the one that goes into the image is without.
RUN python3 -m venv /pip \
    && python3 -m venv --without-pip /venv \
    && /pip/bin/python -m pip --python /venv/bin/python install --no-cache-dir --disable-pip-version-check --no-compile \
        --only-binary :all: --require-hashes -r requirements.lock
COPY gunicorn.conf.py openapi.yaml ./
COPY schemas schemas
COPY service service
# Compiled here, because the final root may be read-only; unchecked, because nothing changes later.
# Readable by all, whatever umask the checkout was made with.
RUN /venv/bin/python -m compileall -q --invalidation-mode unchecked-hash /venv/lib /app \
    && chmod -R a+rX /app /venv

# Nothing is run here, only copied: no compiler, no pip of ours, no user to add.
FROM ${BASE}
LABEL org.opencontainers.image.title="hktw-scorer" \
      org.opencontainers.image.description="Scores Hong Kong-style Taiwanese mahjong hands over REST" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /venv /venv
COPY --from=build /app /app
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    DRAIN_SECONDS=5
WORKDIR /app
# By number: Kubernetes sees that it is not root, and no name has to stand for it in the base.
USER 10001:10001
EXPOSE 8000
# No proxy: one named in the environment must not be asked for our own loopback.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.build_opener(u.ProxyHandler({})).open('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=2)"]
# The list form makes gunicorn PID 1, so it gets the SIGTERM.
CMD ["python", "-m", "gunicorn", "--config", "gunicorn.conf.py", "service.app:create_app()"]
