/** The API as the filler and the tests use it; an answer that is no success is an error. */
export class Api {
  constructor(origin, token) {
    this.origin = origin;
    this.token = token;
  }

  async send(method, path, body) {
    const headers = { authorization: `Bearer ${this.token}`, accept: "application/json" };
    const json = body !== undefined && !(body instanceof FormData);
    if (json) headers["content-type"] = "application/json";
    const answer = await fetch(this.origin + path, { method, headers, body: json ? JSON.stringify(body) : body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  }

  section(title, fields = {}) {
    return this.send("POST", "/sections", { title, is_published: true, ...fields });
  }

  item(kind, title, fields = {}) {
    return this.send("POST", `/content/${kind}`, { title, is_published: true, ...fields });
  }

  upload(bytes, name, alt) {
    const form = new FormData();
    form.append("file", new Blob([bytes]), name);
    form.append("alt", alt);
    return this.send("POST", "/uploads", form);
  }
}
