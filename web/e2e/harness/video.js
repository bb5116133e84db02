/** A real video of about a second, recorded by the browser from a drawing. */
export async function video(browser) {
  const page = await browser.newPage();
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 320, height: 180 });
    const pen = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm;codecs=vp8" });
    const pieces = [];
    recorder.ondataavailable = (event) => pieces.push(event.data);
    const ended = new Promise((done) => (recorder.onstop = done));
    recorder.start();
    for (let frame = 0; frame < 25; frame++) {
      pen.fillStyle = "#234";
      pen.fillRect(0, 0, 320, 180);
      pen.fillStyle = "#edb";
      pen.fillRect(frame * 10, 60, 60, 60);
      await new Promise((done) => setTimeout(done, 40));
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  });
  await page.close();
  return Uint8Array.from(bytes);
}
