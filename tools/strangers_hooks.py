"""What schemathesis cannot know about the values it makes up.

A description can say that a value is an id, but not that it has to name something that exists, or
that a time has to lie ahead. Such values are taken out of what is sent, so that the rest of the
request is judged. Only well-formed ones are: what is malformed on purpose goes out as it is.
"""

import re

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
    # A redirect to itself is refused, and only comparing the two would tell.
    if isinstance(body.get("old_path"), str) and isinstance(body.get("new_path"), str):
        if body["old_path"].strip("/").lower() == body["new_path"].strip("/").lower():
            body["new_path"] += "-new"
    end = body.get("expires_at")
    if isinstance(end, str) and TIME.match(end):
        del body["expires_at"]
    return body
