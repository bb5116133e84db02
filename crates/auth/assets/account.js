for (const button of document.querySelectorAll("button[data-post]")) {
  button.addEventListener("click", async () => {
    const status = document.getElementById("status");
    const { failed } = status.dataset;
    button.disabled = true;
    try {
      const headers = { "X-CSRF-Token": button.dataset.token };
      const answer = await fetch(button.dataset.post, { method: "POST", headers });
      if (answer.ok || answer.status === 401) return location.assign("/auth");
      status.textContent = failed;
    } catch {
      status.textContent = failed;
    }
    button.disabled = false;
  });
}
