import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { openBucket } from "#test/bucket.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { newFileKey, removeOrphanFiles } from "./files.ts";

const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
let tom: TestPerson;
beforeAll(async () => {
  const bucket = await openBucket();
  app = await testApp({ settings: bucket.settings });
  [admin, mei, tom] = await Promise.all([
    anAdmin(app),
    aCustomer(app, { plan: "Premium", packageQuota: 100 }),
    aCustomer(app),
  ]);
  return async () => {
    await app.close();
    await bucket.close();
  };
});

const stored = () => Array.fromAsync(app.services.files.list("stored"));

test("an image is stored, served to its owner and admins through addresses that expire, and deleted", async () => {
  app.clock.set("2026-06-01T10:30:00Z");
  const { id: packageId } = await aPackage(mei);
  const file = new File([pixel], "tea.gif", { type: "image/gif" });
  const image = await mei.api.packages.addImage({ packageId, file, idempotencyKey: randomUUID() });
  expect(await stored()).toHaveLength(2);
  for (const [person, status] of [
    [mei, 200],
    [admin, 200],
    [tom, 404],
  ] as const) {
    for (const address of [image.imageUrl, image.thumbnailUrl]) {
      expect((await person.client.fetch(address)).status, address).toBe(status);
    }
  }
  expect((await app.client().fetch(image.imageUrl)).status).toBe(404);
  app.clock.set("2026-06-01T12:00:00Z");
  expect((await mei.client.fetch(image.imageUrl)).status).toBe(404);
  await admin.api.packages.deleteImage({ imageId: image.id });
  expect(await stored()).toEqual([]);
});

test("deleting a package deletes its images and QR codes, and no others", async () => {
  const file = new File([pixel], "tea.gif", { type: "image/gif" });
  const [gone, stays] = [await aPackage(mei), await aPackage(mei)];
  for (const { id: packageId } of [gone, stays]) {
    await mei.api.packages.addImage({ packageId, file, idempotencyKey: randomUUID() });
    await admin.api.packages.generateQrCode({ packageId, legNumber: 1 });
  }
  await admin.api.packages.deletePackage({ packageId: gone.id });
  const keys = await stored();
  const owners = [stays.id, stays.legs[0]?.id ?? ""];
  expect(keys).toHaveLength(3);
  expect(keys.every((key) => owners.some((id) => key.includes(id)))).toBe(true);
});

test("files that no row names are removed", async () => {
  const { id: packageId } = await aPackage(mei);
  const key = newFileKey(packageId, ".png", app.clock.now());
  await app.services.files.put(key, pixel, "image/png");
  app.clock.advance(60 * 60 * 1000);
  expect(await removeOrphanFiles(app.services)).toBe(1);
  expect(await app.services.files.exists(key)).toBe(false);
});
