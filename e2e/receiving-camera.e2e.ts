// The camera as a scanner: a video of a barcode, the decoder from our own origin, and the parcel that opens.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, test } from "@playwright/test";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { chromiumLaunchOptions } from "#test/find-chromium.ts";
import { enterFirstWarehouse } from "./entering.ts";
import { admin, startServer, type Server } from "./server.ts";

const trackingNumber = "SF4000000000042";
const frame = { width: 1280, height: 720 };

let server: Server;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sampan-camera-"));
  server = await startServer();
  await enterFirstWarehouse(server.address);
});

test.afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Two frames of a label with the number as Code 128, which the fake camera repeats. */
async function writeVideo(path: string): Promise<void> {
  const wasm = readFileSync(new URL(import.meta.resolve("zxing-wasm/writer/zxing_writer.wasm")));
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
  const { symbol } = await writeBarcode(trackingNumber, { format: "Code128" });
  const modulePixels = Math.floor((frame.width * 0.8) / symbol.width);
  const left = Math.floor((frame.width - symbol.width * modulePixels) / 2);
  const pixels = frame.width * frame.height;
  const brightness = Buffer.from(
    Uint8Array.from({ length: pixels }, (_, index) => {
      const [x, y] = [index % frame.width, Math.floor(index / frame.width)];
      const isOnLabel = y > frame.height / 3 && y < (frame.height * 2) / 3 && x >= left;
      const bar = symbol.data[Math.floor((x - left) / modulePixels)];
      const isInside = x < left + symbol.width * modulePixels;
      return isOnLabel && isInside ? (bar ?? 255) : 255;
    }),
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
