/** A slow machine on a slow line, as the measurements have it. */
export const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The processor four times slower, 1.6 Mb/s, 150 ms to the server. */
export async function slowDown(context, page) {
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  const speed = (1.6 * 1024 * 1024) / 8;
  await wire.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: speed, uploadThroughput: speed });
  await wire.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}
