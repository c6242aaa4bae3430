"""A headless Chromium, driven over the DevTools protocol on two pipes: no driver, no port and no library between."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 20.0  # seconds


class Chromium:
    """One browser with one tab; a context manager. ``profile`` is where it keeps what pages store, ``downloads`` what
    they save."""

    def __init__(self, profile: Path, downloads: Path) -> None:
        found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        assert found, "these tests need Chromium: apt-get install chromium"
        (reads, ours), (theirs, writes) = os.pipe(), os.pipe()
        given = [
            fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (reads, writes)
        ]  # out of the way of 3 and 4, which it wants
        os.close(reads)
        os.close(writes)
        command = [
            found,
            "--headless=new",
            "--remote-debugging-pipe",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
        ]
        command += ["--disable-dev-shm-usage", "--hide-scrollbars", f"--user-data-dir={profile}", "about:blank"]
        shell = f'exec "$@" 3<&{given[0]} 4>&{given[1]} {given[0]}<&- {given[1]}>&-'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "chromium", *command],
            pass_fds=given,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for one in given:
            os.close(one)
        self._out, self._in = os.fdopen(ours, "wb", buffering=0), os.fdopen(theirs, "rb", buffering=0)
        self._rest, self._number, self._session = b"", 0, ""
        self.events: list[dict[str, Any]] = []
        self.downloads = downloads
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads), eventsEnabled=True)

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._out.close()
        self._in.close()

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer; events on the way are kept."""
        self._number += 1
        asked = {"id": self._number, "method": method, "params": parameters}
        if self._session and not method.startswith(("Target.", "Browser.")):
            asked["sessionId"] = self._session
        self._out.write(json.dumps(asked).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") == self._number:
                assert "error" not in told, (method, told["error"])
                result: dict[str, Any] = told["result"]
                return result

    def wait(self, method: str, **like: Any) -> dict[str, Any]:
        """The next event of this kind (one that has come already counts); each is handed out once."""
        while True:
            for at, one in enumerate(self.events):
                if one["method"] == method and like.items() <= one["params"].items():
                    parameters: dict[str, Any] = self.events.pop(at)["params"]
                    return parameters
            self._next()

    def open(self, url: str) -> None:
        """Load a page, wholly."""
        self.events.clear()
        self.send("Page.navigate", url=url)
        self.wait("Page.loadEventFired")

    def reload(self) -> None:
        """Load the page again, wholly, in the process it is in: what another one sees of its storage may be a moment
        old."""
        self.events.clear()
        self.send("Page.reload")
        self.wait("Page.loadEventFired")

    @contextmanager
    def tab(self, url: str) -> Iterator[None]:
        """Another tab, loaded wholly, is what everything is sent to; then it is closed."""
        before = self._session
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        try:
            self.send("Page.enable")
            self.open(url)
            yield
        finally:
            self._session = before
            self.send("Target.closeTarget", targetId=target)

    def run(self, script: str) -> Any:
        """The value of an expression in the page; a promise is waited for."""
        told = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until an expression in the page is true: for what a browser does in a later task, as it does `close` of
        a dialog."""
        loop = f"""new Promise((done) => {{
          const end = performance.now() + {PATIENCE * 500};
          const look = () => {{
            const is = Boolean({script});
            if (is || performance.now() > end) done(is); else setTimeout(look, 5);
          }};
          look();
        }})"""
        assert self.run(loop), f"never came true: {script}"

    def click(self, selector: str, text: str = "", at: int = 0) -> None:
        """Click, with the mouse, what a selector (and its own text) finds; it has to be there, in view, and under
        nothing else."""
        place = self.run(
            f"""(() => {{
              const found = [...document.querySelectorAll({json.dumps(selector)})]
                .filter((one) => one.textContent.includes({json.dumps(text)}))[{at}];
              if (!found) return null;
              found.scrollIntoView({{ block: "center", behavior: "instant" }});
              const box = found.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
              const hit = document.elementFromPoint(x, y);
              return hit && (found.contains(hit) || hit.contains(found)) ? [x, y] : [hit ? hit.outerHTML.slice(0, 200) : "nothing"];
            }})()"""
        )
        assert place is not None and len(place) == 2, f"cannot click {selector} {text}: {place}"
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def key(self, key: str, code: int = 0, text: str = "", modifiers: int = 0) -> None:
        """Press a key and let it go; modifiers: 1 Alt, 2 Control, 8 Shift."""
        more: dict[str, Any] = {"text": text} if text else {}
        self.send(
            "Input.dispatchKeyEvent",
            type="keyDown",
            key=key,
            code=key,
            windowsVirtualKeyCode=code,
            modifiers=modifiers,
            **more,
        )
        self.send(
            "Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code, modifiers=modifiers
        )

    def type(self, text: str) -> None:
        """Put text where the cursor is."""
        self.send("Input.insertText", text=text)

    def screen(self, width: int, height: int, *, dark: bool = False, phone: bool = False) -> None:
        """A window of this size, by day or by night."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send(
            "Emulation.setEmulatedMedia", features=[scheme, {"name": "prefers-reduced-motion", "value": "reduce"}]
        )

    def shot(self, path: Path) -> None:
        """What is to be seen, as PNG."""
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    def complaints(self) -> list[str]:
        """What the console holds: errors, warnings, what the page's own policy blocked."""
        self.run("0")
        return [
            json.dumps(one["params"])
            for one in self.events
            if one["method"] in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
        ]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert select.select([self._in], [], [], PATIENCE)[0], "Chromium says nothing"
            read = os.read(self._in.fileno(), 1 << 16)
            assert read, "Chromium has gone"
            self._rest += read
        message, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(message)
        if "method" in told:
            self.events.append(told)
        return told
