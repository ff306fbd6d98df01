// Uploads ten images of 10 MB each and measures the peak growth of the server's memory, which must stay below 150 MB.
import { randomFillSync } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { serverProcess } from "#test/crashes/server-process.ts";
import {
  cookieOfStaff,
  registerPackage,
  residentMegabytes,
  watchMemory,
} from "./faults/server-figures.ts";

const maxBytes = 10 * 1024 * 1024;
const allowedMegabytes = 150;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A photograph-like JPEG of at most, and nearly, 10 MB: noise, 24 megapixels. */
async function largeImage(): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [6000, 4000];
  const noise = randomFillSync(Buffer.alloc((width / 4) * (height / 4) * 3));
  const picture = await sharp(noise, { raw: { width: width / 4, height: height / 4, channels: 3 } })
    .resize(width, height)
    .raw()
    .toBuffer();
  for (let quality = 98; quality > 20; quality -= 2) {
    const jpeg = await sharp(picture, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (jpeg.byteLength <= maxBytes) return new Uint8Array(jpeg);
  }
  throw new Error("No image of that size could be made.");
}

const server = await serverProcess(null);
try {
  await server.start();
  const processId = server.processId();
  const cookie = await cookieOfStaff(server.address);
  const upload = async (packageId: string, bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    body.set("file", new File([bytes], "photo.jpg", { type: "image/jpeg" }));
    const response = await fetch(`${server.address}/api/packages/${packageId}/images`, {
      method: "POST",
      headers: { origin: server.address, cookie },
      body,
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  const small = new Uint8Array(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: "#0f2a3d" } })
      .jpeg()
      .toBuffer(),
  );
  // Loads the image library first, since that is no growth.
  await upload(await registerPackage(server.address, cookie), small);
  const image = await largeImage();
  print(`ten images of ${(image.byteLength / 1024 / 1024).toFixed(2)} MB, 24 megapixels each`);
  let isBelow = true;
  for (const mode of ["one after the other", "all at once"] as const) {
    await pause(2_000);
    const packageId = await registerPackage(server.address, cookie);
    const before = residentMegabytes(processId);
    const stop = watchMemory(processId);
    const startedAt = performance.now();
    const ten = Array.from({ length: 10 });
    let most = before;
    try {
      if (mode === "all at once") await Promise.all(ten.map(() => upload(packageId, image)));
      else for (const _ of ten) await upload(packageId, image);
    } finally {
      most = stop();
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const growth = most - before;
    isBelow &&= growth < allowedMegabytes;
    print(
      `${mode}: ${seconds.toFixed(1)} s, memory ${before.toFixed(0)} MB, at most ` +
        `${growth.toFixed(0)} MB more (allowed ${allowedMegabytes})`,
    );
  }
  process.exitCode = isBelow ? 0 : 1;
} finally {
  await server.remove();
}
