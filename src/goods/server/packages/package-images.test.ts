import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { fileName } from "#platform/server/files/files.ts";

const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
let tom: TestPerson;
beforeAll(async () => {
  app = await testApp();
  [admin, mei, tom] = await Promise.all([
    anAdmin(app),
    aCustomer(app, { plan: "Premium", packageQuota: 100 }),
    aCustomer(app, { plan: "Premium" }),
  ]);
  return () => app.close();
});

function fileOf(
  bytes: Uint8Array<ArrayBuffer> = pixel,
  name = "tea.gif",
  type = "image/gif",
): File {
  return new File([bytes], name, { type });
}

const add = (person: Pick<TestPerson, "api">, packageId: string, file = fileOf()) =>
  person.api.packages.addImage({ packageId, file, idempotencyKey: randomUUID() });

function storedFiles(packageId: string): string[] {
  const folder = join(app.config.dataDir, "files", "stored", packageId);
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

async function imagesOf(packageId: string) {
  const { package: pkg, images } = await admin.api.packages.readShipment({ packageId });
  return { count: pkg.imagesCount, names: images.map((image) => image.imageName) };
}

function read(address: string, client: TestClient): Promise<Response> {
  return client.fetch(address);
}

async function expectNothingAt(address: string, client: TestClient): Promise<void> {
  const response = await read(address, client);
  expect([response.status, await response.json()], address).toMatchObject([
    404,
    { code: "not_found" },
  ]);
}

describe("an image", () => {
  test("is added by its package's owner, and counted", async () => {
    const { id: packageId } = await aPackage(mei);
    const image = await add(mei, packageId);
    expect(image).toMatchObject({ imageName: "tea.png", contentType: "image/png" });
    expect(image.fileSize).toBeGreaterThan(0);
    const { package: pkg, images } = await mei.api.packages.readPackage({ packageId });
    expect([pkg.imagesCount, images]).toEqual([1, [image]]);
    const { events } = await admin.api.packages.readShipment({ packageId });
    expect(events.at(-1)).toMatchObject({ kind: "image_added", after: "tea.png", byStaff: false });
    expect(storedFiles(packageId)).toHaveLength(2);
  });

  test.each([
    ["any package", () => mei],
    ["an own package", () => admin],
  ])("is added by an admin to %s, with an audit entry", async (_whose, owner) => {
    const { id: packageId } = await aPackage(owner());
    await add(admin, packageId);
    const entries = await app.database.kysely
      .selectFrom("auditLog")
      .select("actorId")
      .where("target", "=", packageId)
      .where("action", "=", "packages.addImage")
      .execute();
    expect(entries).toEqual([{ actorId: admin.userId }]);
  });

  test("is added once for its key, which is of one picture", async () => {
    const { id: packageId } = await aPackage(mei);
    const input = { packageId, idempotencyKey: randomUUID() };
    const addOnce = async (file = fileOf()) => await mei.api.packages.addImage({ ...input, file });
    const [image, ...others] = await Promise.all([addOnce(), addOnce(), addOnce()]);
    expect([...others, await addOnce()].map(({ id }) => id)).toEqual([
      image.id,
      image.id,
      image.id,
    ]);
    const { package: pkg, events } = await admin.api.packages.readShipment({ packageId });
    expect(pkg.imagesCount).toBe(1);
    expect(events.filter(({ kind }) => kind === "image_added")).toHaveLength(1);
    expect(storedFiles(packageId)).toHaveLength(2);
    const another = fileOf(Uint8Array.from([...pixel, 0]));
    await expectApiError(addOnce(another), "idempotency_key_reused");
  });

  test("is uploaded over REST as part of a form", async () => {
    const { id: packageId } = await aPackage(mei);
    const body = new FormData();
    body.set("file", fileOf());
    body.set("idempotencyKey", randomUUID());
    const init = { method: "POST", body };
    const response = await mei.client.fetch(`/api/packages/${packageId}/images`, init);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ imageName: "tea.png" });
  });

  test("is not added by signed-out users or other customers, nor to a package that does not exist", async () => {
    const { id: packageId } = await aPackage(mei);
    await expectApiError(add(app.client(), packageId), "signed_out");
    await expectApiError(add(tom, packageId), "not_found");
    await expectApiError(add(mei, randomUUID()), "not_found");
    expect([await imagesOf(packageId), storedFiles(packageId)]).toEqual([
      { count: 0, names: [] },
      [],
    ]);
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  test.each<[string, File, string]>([
    ["nothing", fileOf(Buffer.alloc(0)), "The file is empty."],
    [
      "SVG",
      fileOf(svg, "a.svg"),
      "Only JPEG, PNG, WebP, HEIC and GIF images can be added. Save it as a JPEG and add that.",
    ],
    [
      "a page that calls itself an image",
      fileOf(Buffer.from("<html>"), "a.png"),
      "Only JPEG, PNG, WebP, HEIC and GIF images can be added. Save it as a JPEG and add that.",
    ],
    [
      "half an image",
      fileOf(pixel.subarray(0, 12)),
      "The image is damaged and cannot be read. Save it as a JPEG and add that.",
    ],
    [
      "a picture with a page inside, cut short",
      fileOf(Buffer.concat([pixel.subarray(0, 20), Buffer.from("<script>1</script>")]), "a.gif"),
      "The image is damaged and cannot be read. Save it as a JPEG and add that.",
    ],
    [
      "a sound film that begins like HEIC",
      fileOf(Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "latin1"), "a.heic", "image/heic"),
      "Only JPEG, PNG, WebP, HEIC and GIF images can be added. Save it as a JPEG and add that.",
    ],
  ])("that is none is rejected, and changes nothing: %s", async (_, file, sentence) => {
    const { id: packageId } = await aPackage(mei);
    await expectApiError(add(mei, packageId, file), "invalid_image", sentence);
    expect([await imagesOf(packageId), storedFiles(packageId)]).toEqual([
      { count: 0, names: [] },
      [],
    ]);
  });

  test("one byte too large is rejected", async () => {
    const { id: packageId } = await aPackage(mei);
    const large = Buffer.concat([pixel, Buffer.alloc(10 * 1024 * 1024 + 1 - pixel.length)]);
    const call = add(mei, packageId, fileOf(large));
    await expectApiError(
      call,
      "too_large",
      "The image is larger than 10 MB. Save it as a smaller JPEG and add that.",
    );
  });

  test("is one of at most ten, also when twenty arrive at once, and no file is left behind", async () => {
    const { id: packageId } = await aPackage(mei);
    const responses = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        add(mei, packageId, fileOf(pixel, `tea ${index}.gif`)),
      ),
    );
    const apiErrors = responses.filter((response) => response.status === "rejected");
    expect(apiErrors.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array.from({ length: 10 }, () => "too_many_images"),
    );
    const { count, names } = await imagesOf(packageId);
    expect([count, names.length, storedFiles(packageId).length]).toEqual([10, 10, 20]);
    await expectApiError(add(mei, packageId), "too_many_images");
  });

  test("is one of at most 200 uploads an hour", async () => {
    const busy = await aCustomer(app, { plan: "Premium" });
    const { id: packageId } = await aPackage(busy);
    const attempts = Array.from({ length: 200 }, () => ({
      bucket: `uploadsPerAccount:${busy.userId}`,
      attemptedAt: app.clock.now(),
    }));
    await app.database.kysely.insertInto("attempts").values(attempts).execute();
    await expectApiError(add(busy, packageId), "too_many_requests");
  });

  test.each([
    ["../../../etc/passwd.png", "passwd.png"],
    ["tea\u0000.png", "tea.png"],
    [`${"x".repeat(300)}.png`, `${"x".repeat(120)}.png`],
    ['"><img src=x onerror=alert(1)>.png', '"><img src=x onerror=alert(1)>.png'],
    ["עברית\u202Egnp.exe", "עבריתgnp.png"],
    ["\r\nSet-Cookie: a=b.png", "Set-Cookie: a=b.png"],
  ])("called %j is stored under a generated key, and served as %j", async (fileName, name) => {
    const { id: packageId } = await aPackage(mei);
    const image = await add(mei, packageId, fileOf(pixel, fileName));
    expect(image.imageName).toBe(name);
    const names = storedFiles(packageId);
    expect(names).toHaveLength(2);
    for (const stored of names)
      expect(stored).toMatch(/^\d+_[0-9a-f]{16}(\.png|_thumbnail\.webp)$/);
    const response = await read(image.imageUrl, mei.client);
    const disposition = response.headers.get("content-disposition") ?? "";
    expect([response.status, response.headers.get("set-cookie")]).toEqual([200, null]);
    expect(disposition).toMatch(/^inline; filename="[\w. -]*"; filename\*=UTF-8''[\w.~%!-]*$/);
  });

  test("is deleted with its package, including its files", async () => {
    const [{ id: packageId }, { id: otherId }] = [await aPackage(mei), await aPackage(mei)];
    const { imageUrl } = await add(mei, packageId);
    await add(mei, otherId);
    await admin.api.packages.deletePackage({ packageId });
    expect([storedFiles(packageId), storedFiles(otherId).length]).toEqual([[], 2]);
    await expectNothingAt(imageUrl, mei.client);
  });
});

describe("deleting an image", () => {
  const remove = (person: Pick<TestPerson, "api">, imageId: string) =>
    person.api.packages.deleteImage({ imageId });

  test("deletes picture and thumbnail, updates the count, and leaves the others", async () => {
    const { id: packageId } = await aPackage(mei);
    const [first, second] = [await add(mei, packageId), await add(mei, packageId)];
    await remove(admin, first.id);
    const { package: pkg, images, events } = await mei.api.packages.readPackage({ packageId });
    expect([pkg.imagesCount, images.map(({ id }) => id)]).toEqual([1, [second.id]]);
    expect(events.at(-1)).toMatchObject({
      kind: "image_deleted",
      before: "tea.png",
      byStaff: true,
    });
    expect(storedFiles(packageId)).toHaveLength(2);
    for (const address of [first.imageUrl, first.thumbnailUrl]) {
      await expectNothingAt(address, admin.client);
    }
    const entry = await app.database.kysely
      .selectFrom("auditLog")
      .select(["action", "actorId", "before"])
      .where("target", "=", packageId)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: "packages.deleteImage",
      actorId: admin.userId,
      before: { imageId: first.id, imageName: "tea.png", uploadedBy: mei.userId },
    });
  });

  test("is for admins only, and happens once however many delete it at once", async () => {
    const { id: packageId } = await aPackage(mei);
    const { id } = await add(mei, packageId);
    await expectApiError(remove(app.client(), id), "signed_out");
    await expectApiError(remove(mei, id), "forbidden");
    await expect(remove(admin, "7")).rejects.toMatchObject({ code: "invalid_input" });
    const responses = await Promise.allSettled(Array.from({ length: 5 }, () => remove(admin, id)));
    const apiErrors = responses.filter((response) => response.status === "rejected");
    expect(apiErrors.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array.from({ length: 4 }, () => "not_found"),
    );
    expect([await imagesOf(packageId), storedFiles(packageId)]).toEqual([
      { count: 0, names: [] },
      [],
    ]);
    expect(existsSync(join(app.config.dataDir, "files", "stored", packageId))).toBe(false);
  });

  test("allows another one to be added", async () => {
    const { id: packageId } = await aPackage(mei);
    const images = await Promise.all(Array.from({ length: 10 }, () => add(mei, packageId)));
    await expectApiError(add(mei, packageId), "too_many_images");
    await remove(admin, images[0]?.id ?? "");
    await add(mei, packageId);
    expect((await imagesOf(packageId)).count).toBe(10);
  });
});

describe("an image's address", () => {
  let imageUrl: string;
  let thumbnailUrl: string;
  beforeAll(async () => {
    const { id: packageId } = await aPackage(mei);
    const name = `ti"men's; 茶.gif`;
    ({ imageUrl, thumbnailUrl } = await add(mei, packageId, fileOf(pixel, name)));
  });

  test("serves the picture to owner and admins, with safe headers and private caching", async () => {
    for (const person of [mei, admin]) {
      const response = await read(imageUrl, person.client);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "image/png",
        "content-disposition":
          `inline; filename="ti_men_s_ _.png"; ` +
          `filename*=UTF-8''ti%22men%27s%3B%20%E8%8C%B6.png`,
        "cache-control": "private, max-age=3600",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
      expect(response.headers.get("content-length")).toBe(String(bytes.length));
    }
    const thumbnail = await read(thumbnailUrl, mei.client);
    expect(thumbnail.headers.get("content-type")).toBe("image/webp");
  });

  test("serves nothing to signed-out users and to other customers", async () => {
    for (const client of [app.client(), tom.client]) await expectNothingAt(imageUrl, client);
  });

  test("cannot be forged or changed", async () => {
    const [path = "", variant = "", hour = "", reauthentication = ""] = imageUrl.split(".");
    const other = `/api/files/${randomUUID()}`;
    const flipped = (reauthentication.startsWith("A") ? "B" : "A") + reauthentication.slice(1);
    for (const forged of [
      `${other}.${variant}.${hour}.${reauthentication}`,
      `${path}.thumbnail.${hour}.${reauthentication}`,
      `${path}.${variant}.${Number(hour) + 1}.${reauthentication}`,
      `${path}.${variant}.${hour}.${flipped}`,
      `${path}.${variant}.${hour}.`,
      `${path}.${variant}.${hour}`,
      "/api/files/",
      "/api/files/..%2f..%2fetc%2fpasswd",
      `${imageUrl}/more`,
    ]) {
      await expectNothingAt(forged, mei.client);
    }
  });

  test("stays the same within the hour, and expires within two", async () => {
    app.clock.set("2026-06-01T10:00:00Z");
    const { id: packageId } = await aPackage(mei);
    const earlier = await add(mei, packageId);
    app.clock.set("2026-06-01T10:59:59Z");
    const later = (await mei.api.packages.readPackage({ packageId })).images[0];
    expect(later?.imageUrl).toBe(earlier.imageUrl);
    app.clock.set("2026-06-01T11:59:59Z");
    expect((await read(earlier.imageUrl, mei.client)).status).toBe(200);
    app.clock.set("2026-06-01T12:00:00Z");
    await expectNothingAt(earlier.imageUrl, mei.client);
  });
});

describe("the name of an image", () => {
  test.each([
    ["tea set.heic", "jpg", "tea set.jpg"],
    ["C:\\fotos\\tea.JPEG", "jpg", "tea.jpg"],
    ["../../etc/passwd", "png", "passwd.png"],
    [".png", "png", "image.png"],
    ["", "png", "image.png"],
    ["a\u0000b\u202Egnp.exe", "png", "abgnp.png"],
    ["\ud800", "png", "\ufffd.png"],
    ["茶.tar.gz", "webp", "茶.tar.webp"],
    ["x".repeat(300), "jpg", `${"x".repeat(120)}.jpg`],
    ["🍵".repeat(300), "jpg", `${"🍵".repeat(120)}.jpg`],
  ])("%j stored as %s is %j", (uploadedName, extension, name) => {
    expect(fileName(uploadedName, extension)).toBe(name);
  });
});
