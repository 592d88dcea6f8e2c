"""What is counted while the server runs, as Prometheus reads it. Nothing here names a person, a table or a secret."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import Response

from footlights.web.faults import Fault
from footlights.web.settings import LOOPBACK

BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds from an order's arrival until it is on disk."""

disable_created_metrics()  # type: ignore[no-untyped-call]  # they would double every count


class Metrics:
    """The counts of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "footlights_requests", "Requests answered.", ("endpoint", "status"), registry=self.registry
        )
        orders = Counter(
            "footlights_orders", "Orders by what came of them.", ("came",), registry=self.registry
        )
        self._orders = {
            came: orders.labels(came=came) for came in ("accepted", "refused", "stale", "trouble")
        }
        self._seconds = Histogram(
            "footlights_order_seconds",
            "Seconds from an accepted order's arrival until it is on disk.",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.streams = Gauge("footlights_streams_open", "Live streams that are open.", registry=self.registry)
        self.tables = Gauge("footlights_tables_open", "Tables held in memory.", registry=self.registry)

    def request(self, endpoint: str, status: int) -> None:
        """One request was answered."""
        self._requests.labels(endpoint=endpoint, status=str(status)).inc()

    def order(self, came: str, seconds: float | None = None) -> None:
        """One order was accepted (after so many seconds), refused, stale, or met trouble."""
        self._orders[came].inc()
        if seconds is not None:
            self._seconds.observe(seconds)


async def metrics(request: Request) -> Response:
    """GET /metrics: for this machine, and for everybody where the host says so. Counts tell of secret orders too.
    Raises Fault."""
    house = request.app.state.house
    here = request.client is not None and request.client.host in LOOPBACK
    if not house.settings.metrics and not (here and "x-forwarded-for" not in request.headers):
        raise Fault(403, "what is counted here is read on this machine only, unless the host sets metrics")
    counted: Metrics = house.metrics
    return Response(generate_latest(counted.registry), media_type=CONTENT_TYPE_LATEST)
