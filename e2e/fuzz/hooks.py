"""Signs the requests that schemathesis generates, and gives every second one the ids of existing resources.

FUZZ_URL is the stack. Names of hooks: https://schemathesis.readthedocs.io/en/stable/reference/hooks/
"""

import base64
import itertools
import json
import os
import urllib.request
import uuid

import schemathesis

URL = os.environ["FUZZ_URL"]
PASSWORD = "a long evening walk"
turns = itertools.count()


def send(method, path, body, token=None):
    headers = {"content-type": "application/json", **({"x-auth-token": token} if token else {})}
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


class FuzzUser:
    """An account with an entry and an insight; created again when a request has deleted it."""

    def __init__(self):
        self.email = f"{uuid.uuid4()}@example.org"
        names = {"firstName": "Ada", "lastName": "Lovelace", "location": "Porto", "email": self.email}
        form = {**names, "password": PASSWORD, "passwordVal": PASSWORD}
        self.token = send("POST", "/api/user/new", form)["token"]
        # The id is read before a generated request withdraws it.
        send("PATCH", "/api/user/me", {"aiConsent": ["gemini"]}, self.token)
        self.insight = send("POST", "/api/insights", {}, self.token)["id"]
        self.entry = None

    def own(self, operation):
        """The id of something that exists."""
        if "journal" not in operation:
            return self.insight
        if self.entry is None:
            body = {"email": self.email, "content": "x", "location": "Porto", "weatherData": "Sunny"}
            self.entry = send("POST", "/api/journal/new", body, self.token)["_id"]
        return self.entry

    def end(self, method, path):
        """Restores what an earlier request may have removed."""
        if method == "DELETE" and path.startswith("/api/journal"):
            self.entry = None
        if path == "/api/logout" or path.startswith("/api/user/me") and method == "DELETE":
            self.__init__()


user = FuzzUser()


def is_text(values, name):
    return isinstance(values, dict) and isinstance(values.get(name), str)


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers = case.headers or {}
    case.headers["x-auth-token"] = user.token
    if next(turns) % 2:
        return
    for values, name in ((case.body, "email"), (case.query, "userReference")):
        if is_text(values, name):
            values[name] = user.email
    if is_text(case.path_parameters, "id"):
        case.path_parameters["id"] = user.own(case.operation.path)


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code < 300:
        user.end(case.method.upper(), case.operation.path)
