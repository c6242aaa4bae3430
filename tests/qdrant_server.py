"""A Qdrant server for tests: the wire format on loopback, over the local mode of qdrant-client. Not a test file itself.

What the real client sends goes over HTTP as JSON and is parsed by the models of the real interface; indexes and
quantization are noted, not built. It can be told to want a key, and to misbehave by a script of steps.
"""

from __future__ import annotations

import json
import re
import threading
import warnings
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from qdrant_client import QdrantClient, models

Step = tuple[int, dict[str, str], str]  # status, headers, body
HANG_UP: Step = (0, {}, "")  # closes the connection without an answer


class QdrantServer:
    """``with QdrantServer() as server: server.url``; ``steps`` are answered first, one to each request, ``requests``
    keeps them all."""

    def __init__(self, key: str = "", version: str = "1.17.0") -> None:
        self.key = key
        self.version = version
        self.steps: list[Step] = []
        self.requests: list[tuple[str, str, Any]] = []  # method, path, body
        self.headers: list[dict[str, str]] = []
        self._lock = threading.Lock()
        self._client = QdrantClient(":memory:")
        self._schemas: dict[str, dict[str, str]] = {}
        server = self

        class Endpoint(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def serve(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, headers, answer = server.answer(self.command, self.path, dict(self.headers), body)
                if not status:
                    self.close_connection = True
                    return
                payload = answer.encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(payload)))
                self.end_headers()
                self.wfile.write(payload)

            do_GET = do_PUT = do_POST = do_DELETE = serve

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def sent(self, path: str) -> list[Any]:
        """The bodies of the requests whose path ends so."""
        return [body for _, whole, body in self.requests if whole.partition("?")[0].endswith(path)]

    def answer(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Step:
        with self._lock, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what local mode does not do is known
            self.requests.append((method, path, json.loads(body) if body else None))
            self.headers.append({name.lower(): value for name, value in headers.items()})
            if self.steps:
                return self.steps.pop(0)
            if self.key and self.headers[-1].get("api-key") != self.key:
                return 401, {}, "Must provide an API key or an Authorization bearer token"
            if path == "/":
                return 200, {}, json.dumps({"title": "qdrant - vector search engine", "version": self.version})
            found = re.fullmatch(r"/collections/([^/?]+)(/[^?]*)?(?:\?.*)?", path)
            route = (method, (found[2] or "") if found else "")
            if found is None or route not in ROUTES:
                return 404, {}, _error("Not found")
            name = found[1]
            known = self._client.collection_exists(name)
            if not known and route not in (("GET", "/exists"), ("PUT", "")):
                return 404, {}, _error(f"Not found: Collection `{name}` doesn't exist!")
            if known and route == ("PUT", ""):
                return 409, {}, _error(f"Wrong input: Collection `{name}` already exists!")
            result = ROUTES[route](self, name, body)
            return 200, {}, json.dumps({"result": _plain(result), "status": "ok", "time": 0.0})

    # What the routes do; each is given the collection's name and the body.

    def exists(self, name: str, _: bytes) -> Any:
        return {"exists": self._client.collection_exists(name)}

    def info(self, name: str, _: bytes) -> Any:
        told = _plain(self._client.get_collection(name))
        schema = {field: {"data_type": kind, "points": 0} for field, kind in self._schemas.get(name, {}).items()}
        return {**told, "payload_schema": schema}

    def create(self, name: str, body: bytes) -> Any:
        given = models.CreateCollection.model_validate_json(body)
        kept = given.metadata if self.version >= "1.16" else None
        return self._client.create_collection(
            name, vectors_config=given.vectors, sparse_vectors_config=given.sparse_vectors, metadata=kept
        )

    def drop(self, name: str, _: bytes) -> Any:
        return self._client.delete_collection(name)

    def index(self, name: str, body: bytes) -> Any:
        given = json.loads(body)
        self._schemas.setdefault(name, {})[given["field_name"]] = given["field_schema"]
        return {"operation_id": 1, "status": "completed"}

    def upsert(self, name: str, body: bytes) -> Any:
        return self._client.upsert(name, models.PointsList.model_validate_json(body).points)

    def update(self, name: str, body: bytes) -> Any:
        return self._client.batch_update_points(name, models.UpdateOperations.model_validate_json(body).operations)

    def retrieve(self, name: str, body: bytes) -> Any:
        given = models.PointRequest.model_validate_json(body)
        return self._client.retrieve(name, given.ids, with_payload=given.with_payload)

    def scroll(self, name: str, body: bytes) -> Any:
        given = models.ScrollRequest.model_validate_json(body)
        points, after = self._client.scroll(
            name, given.filter, given.limit or 10, offset=given.offset, with_payload=given.with_payload or False
        )
        return {"points": _plain(points), "next_page_offset": after}

    def count(self, name: str, body: bytes) -> Any:
        return self._client.count(name, models.CountRequest.model_validate_json(body).filter)

    def query(self, name: str, body: bytes) -> Any:
        return self._client.query_batch_points(name, models.QueryRequestBatch.model_validate_json(body).searches)


ROUTES: dict[tuple[str, str], Callable[[QdrantServer, str, bytes], Any]] = {
    ("GET", "/exists"): QdrantServer.exists,
    ("GET", ""): QdrantServer.info,
    ("PUT", ""): QdrantServer.create,
    ("DELETE", ""): QdrantServer.drop,
    ("PUT", "/index"): QdrantServer.index,
    ("PUT", "/points"): QdrantServer.upsert,
    ("POST", "/points"): QdrantServer.retrieve,
    ("POST", "/points/batch"): QdrantServer.update,
    ("POST", "/points/scroll"): QdrantServer.scroll,
    ("POST", "/points/count"): QdrantServer.count,
    ("POST", "/points/query/batch"): QdrantServer.query,
}


def _plain(result: Any) -> Any:
    if isinstance(result, list):
        return [_plain(one) for one in result]
    return result.model_dump(mode="json") if hasattr(result, "model_dump") else result


def _error(line: str) -> str:
    return json.dumps({"status": {"error": line}, "time": 0.0})
