"""How is a page put together? Styles, script and data inside, so that it is one file and needs nothing else."""

import json
from importlib.resources import files
from string import Template
from typing import Any

__all__ = ["build_page", "escape"]

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; connect-src 'self'"
"""A page can load nothing from anywhere, and ask nobody but the program that serves it."""

_PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="$policy">
<link rel="icon" href="data:,">
<title>$title</title>
<style>
$style</style>
</head>
<body>
$body
$script</body>
</html>
""")
_SCRIPT = Template("""\
<script type="application/json" id="data">$data</script>
<script>
"use strict";
$script</script>
""")


def escape(text: object) -> str:
    """A text inside HTML, also between double quotes."""
    escaped = str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace('"', "&quot;")


def build_page(title: str, body: str, *, style: str = "", script: str = "", data: Any = None) -> str:
    """A page; `body` is HTML, `style` comes after that of all pages, `script` finds the plain values `data`."""
    if script:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        script = _SCRIPT.substitute(data=text, script=script)
    common = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    return _PAGE.substitute(policy=_POLICY, title=escape(title), style=common + style, body=body, script=script)
