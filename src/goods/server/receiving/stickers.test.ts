import { beforeAll, describe, expect, test } from "vitest";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, receiveParcel } from "#test/inbound-parcels.ts";
import { expectApiError } from "#test/api-errors.ts";
import { parseZpl, pdfPages, qrTextOf, textsOf } from "#test/labels.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";
import { createFairQueue } from "#platform/server/limits/fair-queue.ts";
import { queueLimits } from "#platform/server/limits/queues.ts";
import { signedInContext } from "#test/context.ts";
import { printLabel, parcelStickerTexts, qrSquare, writeStickerZpl } from "./stickers.ts";

const name = "Priscilla Featherstone";

let app: TestApp;
let warehouseId: string;
let owner: TestPerson;
let receiver: TestPerson;
/** Received, the second of three in its package. */
let parcelId: string;
let labelCode: string;
let memberCode: string;

beforeAll(async () => {
  app = await testApp();
  warehouseId = await enterWarehouse(app, { code: "HK1" });
  owner = await aCustomer(app, { plan: "Premium", fullName: name });
  receiver = await aStaffMember(app, ["receiver"]);
  memberCode = (await owner.api.inboundParcels.readAddress({})).memberCode;
  const { id: packageId } = await aPackage(owner);
  const { id, labelCode: code } = await declareParcel(owner, { packageId });
  app.clock.advance(1);
  await declareParcel(owner, { packageId });
  [parcelId, labelCode] = [id, code];
  await receiveParcel(app, owner, parcelId);
  await placeParcel();
  return () => app.close();
});

/** Late in the evening by UTC it is the next day in Hong Kong. */
async function placeParcel() {
  const { kysely } = app.database;
  const now = app.clock.now();
  const { id: storageLocationId } = await kysely
    .insertInto("storageLocations")
    .values({
      warehouseId,
      code: "A-03-2",
      label: "",
      capacity: null,
      isActive: true,
      createdAt: now,
      updatedAt: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable("inboundParcels")
    .set({
      warehouseId,
      storageLocationId,
      weightGrams: 1_250,
      receivedAt: new Date("2026-11-22T20:30:00Z"),
    })
    .where("id", "=", parcelId)
    .execute();
}

async function download(format: "pdf" | "zpl", inboundParcelId = parcelId) {
  const file = await receiver.api.receiving.printLabel({ inboundParcelId, format });
  return { file, bytes: Buffer.from(await file.arrayBuffer()) };
}

describe("The label of a parcel", () => {
  const shown = () => [
    `${labelCode.slice(0, 4)} ${labelCode.slice(4)}`,
    "Member",
    `${memberCode.slice(0, 4)}-${memberCode.slice(4)}`,
    "Parcel",
    "2 of 3",
    "Storage location",
    "A-03-2",
    "Received",
    "2026-11-23",
    "Weight",
    "1.25 kg",
    "Warehouse",
    "HK1",
  ];
  const address = () => `${app.services.config.publicUrl}/a/${labelCode}`;

  test("is one page of 100 by 50 mm with its facts, no font file and no name", async () => {
    const { file, bytes } = await download("pdf");
    expect([file.name, file.type]).toEqual([`label-${labelCode}.pdf`, "application/pdf"]);
    const pdf = bytes.toString("latin1");
    const [, ...box] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    const millimeters = box.map((points) => (Number(points) / 72) * 25.4);
    expect(millimeters[0]).toBeCloseTo(100, 3);
    expect(millimeters[1]).toBeCloseTo(50, 3);
    const [content = "", ...others] = pdfPages(bytes);
    expect(others).toEqual([]);
    expect(pdf).not.toMatch(/FontFile/);
    expect(textsOf(content)).toEqual(shown());
    expect(qrTextOf(content)).toBe(address());
    for (const secret of [name, owner.email]) expect(pdf + content).not.toContain(secret);
  });

  test("is the same in ZPL, for 203 dots an inch", async () => {
    const { file, bytes } = await download("zpl");
    expect(file.name).toBe(`label-${labelCode}.zpl`);
    const { settings, fields } = parseZpl(bytes.toString());
    expect(settings).toEqual(["^XA", "^CI28", "^PW800", "^LL400", "^XZ"]);
    const [qrCode, ...texts] = fields;
    expect(qrCode).toMatchObject({
      kind: expect.stringMatching(/^\^BQN,2,\d$/),
      text: `QA,${address()}`,
    });
    expect(texts.map(({ text }) => text)).toEqual(shown());
    for (const { at } of fields) {
      const [x = 0, y = 0] = at.split(",").map(Number);
      expect(x < 800 && y < 400).toBe(true);
    }
  });

  test.each(["pdf", "zpl"] as const)("has the same bytes as %s each time", async (format) => {
    const { bytes } = await download(format);
    app.clock.advance(86_400_000);
    expect((await download(format)).bytes.equals(bytes)).toBe(true);
  });

  test("of a loose, unweighed parcel without a known owner says so", async () => {
    const loose = await declareParcel(owner);
    await app.database.kysely
      .updateTable("inboundParcels")
      .set({ userId: null })
      .where("id", "=", loose.id)
      .execute();
    const [content = ""] = pdfPages((await download("pdf", loose.id)).bytes);
    const values = textsOf(content).filter((_, at) => at % 2 === 0);
    expect(values.slice(1)).toEqual(["Unknown", "-", "-", "-", "-", "HK1"]);
  });

  test("is drawn for awaited parcels and those in the warehouse alone", async () => {
    const { id } = await declareParcel(owner);
    expect((await download("zpl", id)).bytes.length).toBeGreaterThan(100);
    await owner.api.inboundParcels.cancelInboundParcel({ inboundParcelId: id });
    await expectApiError(
      receiver.api.receiving.printLabel({ inboundParcelId: id, format: "pdf" }),
      "not_found",
    );
  });

  test("is rejected with `busy` while too many are drawn", async () => {
    const full = createFairQueue({ ...queueLimits.drawings, mostInAll: 0 });
    const context = signedInContext(app, receiver);
    const busy = { ...context, queues: { ...context.queues, drawings: full } };
    const printing = printLabel(busy, { inboundParcelId: parcelId, format: "pdf" });
    await expect(printing).rejects.toMatchObject({ code: "busy" });
  });
});

test("data in ZPL cannot be read as commands", () => {
  const texts = parcelStickerTexts({
    labelCode: "7KQ2XW9D",
    memberCode: null,
    warehouseCode: "^XZ~JA_5E",
    storageLocationCode: "倉\n^FS",
    receivedOn: null,
    weightGrams: null,
    place: null,
  });
  const qrText = "https://sampan.example/a/~^";
  const zpl = writeStickerZpl({ texts, qrText, qrSquare, modulesPerSide: 33 });
  expect(zpl.match(/\^XZ/g)).toHaveLength(1);
  expect(zpl).not.toContain("~");
  const read = parseZpl(zpl).fields.map(({ text }) => text);
  expect(read).toContain("^XZ~JA_5E");
  expect(read).toContain("倉\n^FS");
  expect(read[0]).toBe("QA,https://sampan.example/a/~^");
});

describe("A label's code", () => {
  test.each([
    ["as it is stored", (code: string) => code],
    [
      "in lower case and two groups",
      (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`.toLowerCase(),
    ],
  ])("finds its parcel %s", async (_, write) => {
    const read = receiver.api.receiving.readParcelLabel({ labelCode: write(labelCode) });
    expect(await read).toEqual({ inboundParcelId: parcelId });
  });

  test.each(["22222222", "not a code", "' or 1=1"])("is unknown: %s", async (code) => {
    await expectApiError(receiver.api.receiving.readParcelLabel({ labelCode: code }), "not_found");
  });

  test("still finds a parcel that will not come", async () => {
    const { id, labelCode: code } = await declareParcel(owner);
    await owner.api.inboundParcels.cancelInboundParcel({ inboundParcelId: id });
    expect(await receiver.api.receiving.readParcelLabel({ labelCode: code })).toEqual({
      inboundParcelId: id,
    });
  });
});
