import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { newFileKey, removeOrphanFiles } from "./files.ts";

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
async function abandonImage(ownerId: string): Promise<string[]> {
  const keys = [".png", "_thumbnail.webp"].map((ending) =>
    newFileKey(ownerId, ending, app.clock.now()),
  );
  for (const key of keys) await app.services.files.put(key, pixel, "image/png");
  return keys;
}

const stored = (ownerId?: string) =>
  Array.fromAsync(app.services.files.list(ownerId === undefined ? "stored" : `stored/${ownerId}`));

const anHour = 60 * 60 * 1000;

test("files without a row are removed once they are an hour old, whether or not their package exists", async () => {
  const { id: packageId } = await aPackage(mei);
  const before = await stored();
  const abandoned = [await abandonImage(packageId), await abandonImage(randomUUID())];
  app.clock.advance(anHour - 1);
  expect(await removeOrphanFiles(app.services)).toBe(0);
  expect(new Set(await stored())).toEqual(new Set([...before, ...abandoned.flat()]));
  app.clock.advance(1);
  expect(await removeOrphanFiles(app.services)).toBe(4);
  expect(new Set(await stored())).toEqual(new Set(before));
});

test("the folder of a package that does not exist is removed too", async () => {
  const packageId = randomUUID();
  await abandonImage(packageId);
  app.clock.advance(anHour);
  expect(await removeOrphanFiles(app.services)).toBe(2);
  expect(existsSync(join(app.config.dataDir, "files", "stored", packageId))).toBe(false);
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
  await mei.api.packages.addImage({ packageId, file, idempotencyKey: randomUUID() });
  const before = await stored(packageId);
  await abandonImage(packageId);
  app.clock.advance(400 * 24 * anHour);
  await removeOrphanFiles(app.services);
  expect(new Set(await stored(packageId))).toEqual(new Set(before));
  expect(before).toHaveLength(2);
});

test("photos of parcels stay while they have a row", async () => {
  const admin = await anAdmin(app);
  const { id: inboundParcelId } = await declareParcel(mei);
  const file = new File([pixel], "tea.gif");
  const idempotencyKey = randomUUID();
  await admin.api.receiving.addInboundParcelImage({ inboundParcelId, file, idempotencyKey });
  const before = await stored(inboundParcelId);
  await abandonImage(inboundParcelId);
  app.clock.advance(anHour);
  await removeOrphanFiles(app.services);
  expect(before).toHaveLength(2);
  expect(new Set(await stored(inboundParcelId))).toEqual(new Set(before));
});

test("proofs of claims stay while they have a row", async () => {
  const { claimInboundParcel, addClaimFile } = mei.api.parcelClaims;
  const claim = { trackingNumber: "SF1029384756", idempotencyKey: randomUUID() };
  const { id: claimId } = await claimInboundParcel(claim);
  await addClaimFile({ claimId, file: new File([pixel], "a.gif"), idempotencyKey: randomUUID() });
  const before = await stored(claimId);
  const abandoned = newFileKey(claimId, ".pdf", app.clock.now());
  await app.services.files.put(abandoned, pixel, "application/pdf");
  app.clock.advance(anHour);
  await removeOrphanFiles(app.services);
  expect([before.length, await stored(claimId)]).toEqual([1, before]);
});

test("files with other names and in other folders stay", async () => {
  const { id: packageId } = await aPackage(mei);
  const others = [`stored/${packageId}/notes.txt`, "readiness/probe"];
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
