"""How do tests look at pages? In a headless Chromium, of which the console is read too."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from selenium import webdriver

__all__ = ["DRIVER", "console_errors", "needs_browser", "open_browser", "set_window"]

_BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")

needs_browser = pytest.mark.skipif(_BROWSER is None or DRIVER is None, reason="no chromium with chromedriver here")


@contextmanager
def open_browser() -> Iterator[Any]:
    """A browser without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = _BROWSER or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


def console_errors(driver: Any) -> list[str]:
    """What the page complained of since it was last asked."""
    return [entry["message"] for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


def set_window(driver: Any, width: int, *, is_dark: bool) -> None:
    """Look as on a screen of that width, light or dark."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    scheme = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
