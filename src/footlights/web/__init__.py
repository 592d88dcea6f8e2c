"""The live table: pages, live updates and an API for one seat at a time.

| module | what it knows |
| --- | --- |
| `app` | which address is answered by what |
| `settings` | how the server is set up |
| `seats` | who may sit where: links, cookies and tokens |
| `rooms` | the tables that are open: orders in, news out to whoever watches |
| `orders` | a form or a JSON object becomes an order |
| `page`, `pages` | the page of one seat, and the pages around it |
| `stream` | the live streams, of HTML and of JSON |
| `api` | the same for programs |
| `guard` | limits, headers, origins; `faults` says what went wrong |
"""

from footlights.web.app import create_app
from footlights.web.settings import Settings

__all__ = ["Settings", "create_app"]
