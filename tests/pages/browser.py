"""A browser by the WebDriver protocol: plain JSON over HTTP, so that the browser's own driver is all it takes."""

from __future__ import annotations

import base64
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import requests

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 40
LONGEST = 180  # seconds of one command: axe reads thousands of elements, and the machine may be busy
HIGHEST = 5000  # pixels of a picture
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Space": " ", "Right": "\ue014", "Down": "\ue015", "Shift": "\ue008"}


def installed() -> tuple[str, str] | None:
    """Return browser and driver, or None where either is missing."""
    browser = os.environ.get("BROWSER_BINARY") or next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


class Driver:
    """A running driver; one session after the other may be made with it."""

    def __init__(self, browser: str, driver: str) -> None:
        self.browser = browser
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.process = subprocess.Popen(
            [driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.http = requests.Session()
        self.http.trust_env = False
        self.url = f"http://127.0.0.1:{port}"
        last = time.monotonic() + PATIENCE
        while True:
            try:
                if self.http.get(f"{self.url}/status").json()["value"]["ready"]:
                    return
            except requests.ConnectionError:
                if time.monotonic() > last:
                    raise
                time.sleep(0.05)

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self.http.request(method, self.url + path, json=body if method == "POST" else None, timeout=LONGEST)
        value = answer.json()["value"]
        if answer.status_code >= 400:
            raise DriverError(value["error"], value["message"].splitlines()[0])
        return value

    def stop(self) -> None:
        self.http.close()
        self.process.terminate()
        self.process.wait(PATIENCE)


class DriverError(Exception):
    """The browser could not do it; `args` are the protocol's error code and its message."""


class Page:
    """One browser window."""

    def __init__(self, driver: Driver, root: str, *switches: str) -> None:
        self.driver = driver
        self.root = root
        options = {"binary": driver.browser, "args": [*SWITCHES, *switches]}
        wanted = {
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": LONGEST * 1000},
        }
        made = driver.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.path = f"/session/{made['sessionId']}"
        self.run("return 0")

    def close(self) -> None:
        self.driver.call("DELETE", self.path)

    def _post(self, path: str, **body: Any) -> Any:
        return self.driver.call("POST", self.path + path, body)

    def cdp(self, command: str, **params: Any) -> Any:
        return self._post("/goog/cdp/execute", cmd=command, params=params)

    def size(self, width: int, height: int = 900) -> None:
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def dark(self, *, on: bool) -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.cdp("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, path: str) -> None:
        """Open a path anew, with nothing remembered of the one before."""
        self._post("/url", url="about:blank")
        self._post("/url", url=self.root + path)

    def go(self, path: str) -> None:
        """Go to a path as by a link."""
        self._post("/url", url=self.root + path)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._post("/execute/sync", script=script, args=list(arguments))

    def run_async(self, script: str, *arguments: Any) -> Any:
        return self._post("/execute/async", script=script, args=list(arguments))

    def until(self, script: str, *arguments: Any) -> Any:
        """Return what a script returns as soon as that is true of it."""
        last = time.monotonic() + PATIENCE
        while True:
            found = self.run(script, *arguments)
            if found:
                return found
            assert time.monotonic() < last, f"never came true: {script} {arguments}"
            time.sleep(0.03)

    def find(self, css: str) -> str:
        """Return the first visible element, as soon as there is one."""
        script = "return [...document.querySelectorAll(arguments[0])].find(e => e.getClientRects().length) ?? null"
        element = self.until(script, css)
        return str(element[ELEMENT])

    def click(self, css: str) -> None:
        self._post(f"/element/{self.find(css)}/click")

    def type(self, css: str, text: str) -> None:
        """Type into a field, in place of what stood there."""
        element = self.find(css)
        self._post(f"/element/{element}/clear")
        self._post(f"/element/{element}/value", text=text)

    def keys(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._post("/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def text(self, css: str) -> str:
        return str(self.run("return document.querySelector(arguments[0])?.innerText ?? ''", css))

    def texts(self, css: str) -> list[str]:
        return list(self.run("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)", css))

    def wait_text(self, css: str, part: str) -> None:
        """Wait until an element holds a text."""
        last = time.monotonic() + PATIENCE
        while part not in self.text(css):
            assert time.monotonic() < last, f"{part!r} not in {css}: {self.text(css)!r}"
            time.sleep(0.03)

    def focused(self) -> str:
        """Return what the focused element is called."""
        return str(self.run("const e = document.activeElement; return e.ariaLabel || e.innerText || e.id || e.tagName"))

    def complaints(self) -> list[str]:
        """Return what the browser logged as wrong since the last call: scripts, policy, missing files."""
        entries = self._post("/se/log", type="browser")
        return [entry["message"] for entry in entries if entry["level"] in ("WARNING", "SEVERE")]

    def picture(self, file: Path) -> None:
        """Write the whole page as a PNG, in a window as high as it is: what stays on the screen stands at the end."""
        width = self.run("return innerWidth")
        for _ in range(2):  # rows that are drawn only when they are seen may then turn out higher
            height = self.run("return document.documentElement.scrollHeight")
            self.size(width, min(height, HIGHEST))
        shot = self.cdp("Page.captureScreenshot")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(shot["data"]))
