// The camera as a scanner: a video of a barcode, the decoder from our own origin, and the parcel that opens.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, test } from "@playwright/test";
import { toBuffer } from "bwip-js/node";
import sharp from "sharp";
import { chromiumLaunchOptions } from "#testing/find-chromium.ts";
import { admin, startServer, type Server } from "./server.ts";

const trackingNumber = "SF4000000000042";
const frame = { width: 1280, height: 720 };

let server: Server;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sampan-camera-"));
  server = await startServer();
});

test.afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Two frames of a label with the number as Code 128, which the fake camera repeats. */
async function writeVideo(path: string): Promise<void> {
  const label = await toBuffer({ bcid: "code128", text: trackingNumber, scale: 3, height: 30 });
  const { data } = await sharp({ create: { ...frame, channels: 3, background: "white" } })
    .composite([{ input: label }])
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = frame.width * frame.height;
  const brightness = Buffer.from(
    Uint8Array.from({ length: pixels }, (_, index) => data[(index * data.length) / pixels] ?? 255),
  );
  const withoutColor = Buffer.alloc(pixels / 2, 128);
  const picture = Buffer.concat([Buffer.from("FRAME\n"), brightness, withoutColor]);
  const header = `YUV4MPEG2 W${frame.width} H${frame.height} F10:1 Ip A1:1 C420jpeg\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(header), picture, picture]));
}

test("a barcode in front of the camera opens its parcel", async () => {
  const video = join(folder, "label.y4m");
  await writeVideo(video);
  const { args, ...launch } = chromiumLaunchOptions();
  const browser = await chromium.launch({
    ...launch,
    args: [
      ...args,
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });
  const page = await browser.newPage();
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(`${server.address}/admin/dashboard/receiving`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Start receiving" }).click();
  await page.getByRole("button", { name: "Turn on camera" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Unmatched" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText(trackingNumber)).toBeVisible();
  const decoders = requested.filter((address) => address.endsWith(".wasm"));
  expect(decoders.map((address) => new URL(address).origin)).toEqual([server.address]);
  await browser.close();
});
