"""What schemathesis cannot know about the values it makes up.

A description can say that a value is an id, but not that it has to name something that exists, or
that a time has to lie ahead. Such values are taken out of what is sent, so that the rest of the
request is judged. Only well-formed ones are: what is malformed on purpose goes out as it is.
"""

import re
import uuid

import schemathesis

ID = re.compile(r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", re.IGNORECASE)
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


def is_id(value):
    return isinstance(value, str) and ID.match(value)


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    # Here null is a value: the top of the site.
    for name in ("parent_id", "section_id"):
        if is_id(body.get(name)):
            body[name] = None
    if is_id(body.get("resume_id")):
        del body["resume_id"]
    home = body.get("home")
    if isinstance(home, dict) and is_id(home.get("id")):
        del body["home"]
    # What a resume hides has to be in it.
    body.pop("arrangement", None)
    # Letters that pass for plain ones are refused in addresses, and no pattern can list them.
    for name in ("old_path", "new_path"):
        if isinstance(body.get(name), str):
            body[name] = "".join(sign if sign.isascii() else "x" for sign in body[name])
    # A redirect to itself is refused, and only comparing the two would tell.
    if isinstance(body.get("old_path"), str) and isinstance(body.get("new_path"), str):
        if body["old_path"].strip("/").lower() == body["new_path"].strip("/").lower():
            body["new_path"] += "-new"
    end = body.get("expires_at")
    if isinstance(end, str) and TIME.match(end):
        del body["expires_at"]
    return body


@schemathesis.hook
def map_headers(context, headers):
    # A key belongs to the first request that it was sent with.
    name = next((name for name in headers or () if name.lower() == "idempotency-key"), None)
    if name and isinstance(headers[name], str) and headers[name].isascii() and headers[name].isprintable():
        headers[name] = str(uuid.uuid4())
    return headers
