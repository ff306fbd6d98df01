import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import type { Package } from "#goods/contract/packages.ts";
import { drawQrCode } from "#platform/server/adapters/files/draw-qr-code.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type ApiClient, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
beforeAll(async () => {
  app = await testApp();
  [admin, mei] = await Promise.all([
    anAdmin(app),
    aCustomer(app, { plan: "Premium", packageQuota: 100 }),
  ]);
  return () => app.close();
});

const generate = (pkg: Package, legNumber = 1) =>
  admin.api.packages.generateQrCode({ packageId: pkg.id, legNumber });

async function storedFiles({ legs }: Package): Promise<number> {
  const ofLegs = legs.map(({ id }) => Array.fromAsync(app.services.files.list(`stored/${id}`)));
  return (await Promise.all(ofLegs)).flat().length;
}

async function codesOf(pkg: Package) {
  const { items } = await admin.api.packages.listQrCodes({ packageId: pkg.id });
  return items.map(({ id, legNumber }) => ({ id, legNumber }));
}

async function actionsOn(packageId: string): Promise<string[]> {
  const entries = await app.database.kysely
    .selectFrom("auditLog")
    .select("action")
    .where("target", "=", packageId)
    .orderBy("id")
    .execute();
  return entries.map(({ action }) => action);
}

/** The events of QR codes in the package's history: kind, leg and author. */
async function historyOf(packageId: string) {
  const { events } = await admin.api.packages.readShipment({ packageId });
  return events
    .filter(({ kind }) => kind.startsWith("qr_code"))
    .map(({ kind, legNumber, actorEmail }) => [kind, legNumber, actorEmail]);
}

describe("a leg's QR code", () => {
  test("encodes an address with only the code's id, which opens the package", async () => {
    const pkg = await aPackage(mei);
    const code = await generate(pkg, 2);
    const picture = await admin.client.fetch(code.imageUrl);
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(
      await drawQrCode(`${app.config.publicUrl}/scan/${code.id}`),
    );
    const label = await admin.api.packages.readQrCode({ qrCodeId: code.id });
    expect(label).toEqual({
      qrCode: code,
      trackingNumber: pkg.trackingNumber,
      legCount: 3,
      origin: "Hong Kong",
      destination: "Singapore",
      carrier: "Hong Kong Post",
      weightGrams: 1500,
      isWeightFinal: false,
      recipient: { ...emptyRecipient, name: mei.fullName },
      packageDestination: "United States",
    });
    expect(await actionsOn(pkg.id)).toEqual(["packages.generateQrCode"]);
  });

  test("shows the final weight once there is one", async () => {
    const pkg = await aPackage(mei);
    const { id: qrCodeId } = await generate(pkg);
    await admin.api.packages.setFinalWeight({ packageId: pkg.id, finalWeightGrams: 1620 });
    expect(await admin.api.packages.readQrCode({ qrCodeId })).toMatchObject({
      weightGrams: 1620,
      isWeightFinal: true,
    });
  });

  test("stays the same when it is generated again, also by many at once", async () => {
    const pkg = await aPackage(mei);
    const codes = await Promise.all(Array.from({ length: 10 }, () => generate(pkg, 3)));
    expect(new Set(codes.map(({ id }) => id)).size).toBe(1);
    expect([await codesOf(pkg), await storedFiles(pkg)]).toEqual([
      [{ id: codes[0]?.id, legNumber: 3 }],
      1,
    ]);
    expect(await actionsOn(pkg.id)).toEqual(["packages.generateQrCode"]);
    expect(await historyOf(pkg.id)).toEqual([["qr_code_generated", 3, admin.email]]);
  });

  test("is one for each leg, listed by leg", async () => {
    const pkg = await aPackage(mei);
    for (const legNumber of [3, 1, 2]) await generate(pkg, legNumber);
    expect((await codesOf(pkg)).map(({ legNumber }) => legNumber)).toEqual([1, 2, 3]);
  });

  test("requires an existing leg and package", async () => {
    const pkg = await aPackage(mei, { destination: "Germany" });
    await expectApiError(generate(pkg, 2), "not_found");
    await expectApiError(generate({ ...pkg, id: randomUUID() }), "not_found");
    await expectApiError(admin.api.packages.listQrCodes({ packageId: randomUUID() }), "not_found");
    for (const legNumber of [0, 4, 1.5]) {
      await expect(generate(pkg, legNumber)).rejects.toMatchObject({ code: "invalid_input" });
    }
    expect(await storedFiles(pkg)).toBe(0);
  });

  test("opens nothing once deleted, is deleted once, and can be generated again", async () => {
    const pkg = await aPackage(mei);
    const { id: qrCodeId, imageUrl } = await generate(pkg);
    expect(await admin.api.packages.deleteQrCode({ qrCodeId })).toEqual({});
    await expectApiError(admin.api.packages.deleteQrCode({ qrCodeId }), "not_found");
    await expectApiError(admin.api.packages.readQrCode({ qrCodeId }), "not_found");
    expect((await admin.client.fetch(imageUrl)).status).toBe(404);
    expect([await codesOf(pkg), await storedFiles(pkg)]).toEqual([[], 0]);
    const again = await generate(pkg);
    expect(again.id).not.toBe(qrCodeId);
    expect(await actionsOn(pkg.id)).toEqual([
      "packages.generateQrCode",
      "packages.deleteQrCode",
      "packages.generateQrCode",
    ]);
    expect(await historyOf(pkg.id)).toEqual([
      ["qr_code_generated", 1, admin.email],
      ["qr_code_deleted", 1, admin.email],
      ["qr_code_generated", 1, admin.email],
    ]);
  });

  test("is deleted with its package, including its file", async () => {
    const pkg = await aPackage(mei);
    const { id: qrCodeId, imageUrl } = await generate(pkg);
    await admin.api.packages.deletePackage({ packageId: pkg.id });
    await expectApiError(admin.api.packages.readQrCode({ qrCodeId }), "not_found");
    expect([(await admin.client.fetch(imageUrl)).status, await storedFiles(pkg)]).toEqual([404, 0]);
  });
});

describe("a user who is not an admin", () => {
  const calls = (api: ApiClient, packageId: string, qrCodeId: string) => [
    () => api.packages.listQrCodes({ packageId }),
    () => api.packages.generateQrCode({ packageId, legNumber: 1 }),
    () => api.packages.readQrCode({ qrCodeId }),
    () => api.packages.deleteQrCode({ qrCodeId }),
  ];

  test("gets the same response for a code that exists and one that does not", async () => {
    const pkg = await aPackage(mei);
    const { id } = await generate(pkg);
    for (const qrCodeId of [id, randomUUID()]) {
      for (const call of calls(app.client().api, pkg.id, qrCodeId)) {
        await expectApiError(call(), "signed_out");
      }
      for (const call of calls(mei.api, pkg.id, qrCodeId))
        await expectApiError(call(), "forbidden");
    }
    expect(await codesOf(pkg)).toEqual([{ id, legNumber: 1 }]);
  });

  test("cannot load the picture, not even of the own package", async () => {
    const { imageUrl } = await generate(await aPackage(mei));
    for (const client of [mei.client, app.client()]) {
      const response = await client.fetch(imageUrl);
      expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
    }
  });

  test("sees nothing of a code in the own package's history", async () => {
    const pkg = await aPackage(mei);
    const { id } = await generate(pkg);
    const details = await mei.api.packages.readPackage({ packageId: pkg.id });
    expect(details.events.map(({ kind }) => kind)).toEqual(["package_created"]);
    const notified = JSON.stringify(details);
    expect(notified).not.toContain(id);
    expect(notified).not.toContain(admin.email);
  });
});

test("a code's address expires", async () => {
  app.clock.set("2026-06-01T10:30:00Z");
  const { imageUrl } = await generate(await aPackage(mei));
  app.clock.set("2026-06-01T11:59:59Z");
  expect((await admin.client.fetch(imageUrl)).status).toBe(200);
  app.clock.set("2026-06-01T12:00:00Z");
  expect((await admin.client.fetch(imageUrl)).status).toBe(404);
});
