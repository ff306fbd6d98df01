import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import {
  foldersOfPackage,
  newClaimFileKey,
  newImageKeys,
  newParcelImageKeys,
  newQrCodeKey,
  timeOfKey,
} from "#platform/server/packages/files/stored-files.ts";
import { removeOrphanFiles } from "./files.ts";

const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
const start = "2026-06-01T10:00:00Z";

let app: TestApp;
let mei: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  app.clock.set(start);
  mei = await aCustomer(app, { plan: "Premium", packageQuota: 100 });
  return () => app.close();
});

beforeEach(() => app.clock.set(start));

/** Stores the files of an image without a row, as a server killed before the commit leaves them. */
async function abandonImage(packageId: string) {
  const keys = newImageKeys(packageId, "png", app.clock.now());
  await app.services.files.put(keys.image, pixel, "image/png");
  await app.services.files.put(keys.thumbnail, pixel, "image/webp");
  return keys;
}

const stored = () => Array.fromAsync(app.services.files.list("package-images"));

const anHour = 60 * 60 * 1000;

test("files without a row are removed once they are an hour old, whether or not their package exists", async () => {
  const { id: packageId } = await aPackage(mei);
  const before = await stored();
  const abandoned = [await abandonImage(packageId), await abandonImage(randomUUID())];
  app.clock.advance(anHour - 1);
  expect(await removeOrphanFiles(app.services)).toBe(0);
  const files: string[] = abandoned.flatMap((keys) => Object.values(keys));
  expect(new Set(await stored())).toEqual(new Set([...before, ...files]));
  app.clock.advance(1);
  expect(await removeOrphanFiles(app.services)).toBe(4);
  expect(new Set(await stored())).toEqual(new Set(before));
});

test("the folder of a package that does not exist is removed too", async () => {
  const packageId = randomUUID();
  await abandonImage(packageId);
  const codeKey = newQrCodeKey(packageId, app.clock.now());
  await app.services.files.put(codeKey, pixel, "image/png");
  app.clock.advance(anHour);
  expect(await removeOrphanFiles(app.services)).toBe(3);
  for (const folder of foldersOfPackage(packageId)) {
    expect(existsSync(join(app.config.dataDir, "files", folder)), folder).toBe(false);
  }
});

test("QR codes with a row stay, however old they are", async () => {
  const admin = await anAdmin(app);
  const { id: packageId } = await aPackage(mei);
  const { imageUrl } = await admin.api.packages.generateQrCode({ packageId, legNumber: 1 });
  app.clock.advance(90 * 60 * 1000);
  await removeOrphanFiles(app.services);
  app.clock.set(start);
  expect((await admin.client.fetch(imageUrl)).status).toBe(200);
});

test("images with a row stay, however old they are", async () => {
  const { id: packageId } = await aPackage(mei);
  const file = new File([pixel], "tea.gif", { type: "image/gif" });
  await mei.api.packages.addImage({ packageId, file });
  const before = await stored();
  const abandoned = await abandonImage(packageId);
  app.clock.advance(400 * 24 * anHour);
  await removeOrphanFiles(app.services);
  expect(new Set(await stored())).toEqual(new Set(before));
  expect(before.length).toBeGreaterThanOrEqual(2);
  expect(before).not.toContain(abandoned.image);
});

test("photos of parcels stay while they have a row", async () => {
  const admin = await anAdmin(app);
  const { id: inboundParcelId } = await declareParcel(mei);
  const file = new File([pixel], "tea.gif");
  const idempotencyKey = randomUUID();
  await admin.api.receiving.addInboundParcelImage({ inboundParcelId, file, idempotencyKey });
  const photos = () => Array.fromAsync(app.services.files.list("parcel-images"));
  const before = await photos();
  const abandoned = newParcelImageKeys(inboundParcelId, "png", app.clock.now());
  for (const key of Object.values(abandoned)) await app.services.files.put(key, pixel, "image/png");
  app.clock.advance(anHour);
  await removeOrphanFiles(app.services);
  expect(before).toHaveLength(2);
  expect(new Set(await photos())).toEqual(new Set(before));
});

test("proofs of claims stay while they have a row", async () => {
  const { claimInboundParcel, addClaimFile } = mei.api.parcelClaims;
  const claim = { trackingNumber: "SF1029384756", idempotencyKey: randomUUID() };
  const { id: claimId } = await claimInboundParcel(claim);
  await addClaimFile({ claimId, file: new File([pixel], "a.gif"), idempotencyKey: randomUUID() });
  const proofs = () => Array.fromAsync(app.services.files.list("claim-files"));
  const before = await proofs();
  const abandoned = newClaimFileKey(claimId, "pdf", app.clock.now());
  await app.services.files.put(abandoned, pixel, "application/pdf");
  app.clock.advance(anHour);
  await removeOrphanFiles(app.services);
  expect([before.length, await proofs()]).toEqual([1, before]);
});

test("files with other names and in other folders stay", async () => {
  const { id: packageId } = await aPackage(mei);
  const others = [`package-images/${packageId}/notes.txt`, "readiness/probe"];
  for (const key of others) await app.services.files.put(key, pixel, "text/plain");
  app.clock.advance(2 * anHour);
  await removeOrphanFiles(app.services);
  for (const key of others) expect(await app.services.files.exists(key), key).toBe(true);
});

test("more files than one batch are all removed", async () => {
  await Promise.all(Array.from({ length: 251 }, () => abandonImage(randomUUID())));
  app.clock.advance(anHour);
  expect(await removeOrphanFiles(app.services)).toBe(502);
});

test("a key holds the time at which it was made", () => {
  const now = new Date(start);
  const { image, thumbnail } = newImageKeys(randomUUID(), "jpg", now);
  expect([timeOfKey(image), timeOfKey(thumbnail)]).toEqual([now, now]);
});
