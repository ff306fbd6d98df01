import { createHash, createHmac, randomUUID } from "node:crypto";
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

/** The signature of a link as Amazon documents it, which the server of the tests does not check. */
function signatureOf(method: string, link: URL, secret: string): string {
  const pairs = link.search.slice(1).split("&");
  const query = pairs.filter((pair) => !pair.startsWith("X-Amz-Signature=")).toSorted();
  const host = `host:${link.host}\n`;
  const request = [method, link.pathname, query.join("&"), host, "host", "UNSIGNED-PAYLOAD"];
  const hash = createHash("sha256").update(request.join("\n")).digest("hex");
  const scope = (link.searchParams.get("X-Amz-Credential") ?? "").split("/").slice(1);
  const date = link.searchParams.get("X-Amz-Date") ?? "";
  const key = scope.reduce<string | Buffer>(
    (signer, part) => createHmac("sha256", signer).update(part).digest(),
    `AWS4${secret}`,
  );
  const text = ["AWS4-HMAC-SHA256", date, scope.join("/"), hash].join("\n");
  return createHmac("sha256", key).update(text).digest("hex");
}

test("where browsers reach the storage, a photo is a link of a minute for who may see it", async () => {
  const bucket = await openBucket();
  const publicEndpoint = bucket.settings.S3_ENDPOINT;
  const settings = { ...bucket.settings, S3_PUBLIC_ENDPOINT: publicEndpoint };
  const linking = await testApp({ settings });
  try {
    const [owner, other] = await Promise.all([
      aCustomer(linking, { plan: "Premium", packageQuota: 10 }),
      aCustomer(linking),
    ]);
    const { id: packageId } = await aPackage(owner);
    const file = new File([pixel], "tea leaf.gif", { type: "image/gif" });
    const photo = { packageId, file, idempotencyKey: randomUUID() };
    const { imageUrl } = await owner.api.packages.addImage(photo);

    const redirect = await owner.client.fetch(imageUrl);
    expect([redirect.status, redirect.headers.get("cache-control")]).toEqual([302, "no-store"]);
    const link = new URL(redirect.headers.get("location") ?? "");
    expect(link.origin).toBe(publicEndpoint);
    expect(Number(link.searchParams.get("X-Amz-Expires"))).toBe(60);
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^image\/\w+$/);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=3600");
    expect(answer.headers.get("content-disposition")).toContain("inline; filename=");
    // All parameters of the address are signed.
    expect([...link.searchParams.keys()]).toEqual(
      expect.arrayContaining([
        "X-Amz-Signature",
        "response-cache-control",
        "response-content-disposition",
        "response-content-type",
      ]),
    );

    expect((await other.client.fetch(imageUrl)).status).toBe(404);
    expect((await linking.client().fetch(imageUrl)).status).toBe(404);

    const head = await owner.client.fetch(imageUrl, { method: "HEAD" });
    expect([head.status, head.headers.get("cache-control")]).toEqual([302, "no-store"]);
    const headLink = new URL(head.headers.get("location") ?? "");
    const headAnswer = await fetch(headLink, { method: "HEAD" });
    expect(headAnswer.status).toBe(200);
    expect(headAnswer.headers.get("content-length")).toBe(answer.headers.get("content-length"));
    const secret = bucket.settings.S3_SECRET_ACCESS_KEY;
    for (const [method, signed] of [
      ["GET", link],
      ["HEAD", headLink],
    ] as const) {
      const signature = signed.searchParams.get("X-Amz-Signature");
      expect(signature, method).toBe(signatureOf(method, signed, secret));
    }
    expect((await other.client.fetch(imageUrl, { method: "HEAD" })).status).toBe(404);

    const page = await linking.client().fetch("/");
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain(`img-src 'self' data: blob: ${publicEndpoint};`);
  } finally {
    await linking.close();
    await bucket.close();
  }
});
