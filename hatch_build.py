"""The wheel carries the page: build `web/` and lay it into the package as `gaple/server/page`."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from scripts import web  # noqa: E402 - found by the line above

PAGE = "gaple/server/page"


class PageHook(BuildHookInterface[Any]):
    """Builds the page for a wheel; an editable install serves `web/dist` of its checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it gathers the files of a build."""
        if version == "editable":
            return
        build_data["force_include"][str(web.build(ROOT))] = PAGE
