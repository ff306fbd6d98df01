// What services do not take: said before anybody pays, and stopped without a charge where it is found later.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import { expectApiError } from "#test/api-errors.ts";
import { declaredGoods } from "#test/goods-items.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { postalRange } from "#test/number-ranges.ts";
import { takeGoodsOff } from "#test/receiving.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});

const read = ({ api }: TestPerson, shipRequestId: string) =>
  api.shipRequests.readShipRequest({ shipRequestId });

async function record(inboundParcelId: string | undefined, goodsFlags: GoodsFlag[]) {
  await desk.receiver.api.receiving.measureAgain({
    inboundParcelId: inboundParcelId ?? "",
    measurements: { weightGrams: 300, sidesMm: [150, 100, 60], goodsFlags },
    station: "Desk 1",
    recordedAt: app.clock.now().toISOString(),
    idempotencyKey: randomUUID(),
  });
  await app.runJobs();
}

/** A paid box of two parcels. */
async function paidBox() {
  const customer = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer);
  const { id } = await request(customer, packageId);
  await pack(desk, id, numbers);
  const { quotes } = await read(customer, id);
  const { api } = customer;
  const accepted = await api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
  return { customer, parcelIds, id, packageId, accepted };
}

let lastNumber = 0;
async function label(shipRequestId: string) {
  lastNumber += 1;
  const trackingNumber = `LX${String(10_000_000 + lastNumber)}HK`;
  return await desk.packer.api.labels.makeLabel({ shipRequestId, trackingNumber });
}

type NewRule = Parameters<typeof desk.admin.api.goodsRules.addGoodsRule>[0];

/** A rule of the day about goods for a service of Hong Kong Post, or for all. */
function ruleAbout(flag: GoodsFlag, fields: Partial<NewRule> = {}): NewRule {
  return {
    flag,
    serviceCode: null,
    carrierCode: null,
    mode: null,
    countryCode: null,
    answer: "refused",
    needsProof: false,
    texts: { en: "Not by mail.", "zh-Hant-HK": "不可郵寄。", "zh-Hans": "不可邮寄。" },
    source: "A notice",
    sourceDay: "2026-06-01",
    confidence: "primary",
    validFrom: "2026-06-10",
    ...fields,
  };
}

async function addRule(flag: GoodsFlag, serviceCode: string | null = null) {
  const added = await desk.admin.api.goodsRules.addGoodsRule(ruleAbout(flag, { serviceCode }));
  return { id: added.rule?.id ?? "" };
}

test("goods that no service takes are refused before anybody pays, by what was stated or recorded", async () => {
  const customer = await aShipper(desk);
  const { packageId, parcelIds } = await receivedPackage(desk, customer);
  const [perfume = "", books = ""] = parcelIds;
  await customer.api.goods.saveItems({
    inboundParcelId: perfume,
    items: [{ description: "Perfume", flags: ["liquid", "flammable"] }],
  });
  const { items } = await customer.api.shipRequests.estimateShipping({ packageId });
  const [air] = items.filter(({ service }) => service.code === "hk-post-air");
  expect(air?.reasons.map(({ kind, flag, needsProof }) => [kind, flag, needsProof])).toEqual([
    ["goods_rule", "flammable", false],
    ["goods_rule", "liquid", true],
  ]);
  await expect(request(customer, packageId)).rejects.toMatchObject({
    code: "goods_refused",
    data: { parcels: [{ inboundParcelId: perfume }] },
  });
  // What the receiver saw counts too, whatever the customer says afterwards.
  await customer.api.goods.saveItems({
    inboundParcelId: perfume,
    items: [{ description: "Perfume", battery: "none" }],
  });
  await record(perfume, ["flammable"]);
  await expect(request(customer, packageId)).rejects.toMatchObject({ code: "goods_refused" });
  const { id, version } = await request(customer, packageId, { inboundParcelIds: [books] });
  const more = customer.api.shipRequests.changeParcels({
    shipRequestId: id,
    inboundParcelIds: [books, perfume],
    expectedVersion: version,
  });
  await expect(more).rejects.toMatchObject({ code: "goods_refused" });
});

test("what is found after payment stops the box, keeps every cent held, and lets its customer choose", async () => {
  const { customer, parcelIds, id, accepted } = await paidBox();
  expect(await label(id)).toMatchObject({ label: { trackingNumber: expect.any(String) } });
  await record(parcelIds[0], ["lighter"]);
  const stopped = await read(customer, id);
  expect(stopped).toMatchObject({
    state: "waiting_for_customer",
    waitingReason: "goods",
    heldCents: accepted.totalCents,
  });
  expect(stopped.events.map(({ kind }) => kind)).toContain("label_voided");
  for (const { id: quoteId } of accepted.quotes) {
    const again = customer.api.shipRequests.acceptQuote({ quoteId });
    await expect(again).rejects.toMatchObject({
      code: expect.stringMatching(/quote_expired|conflict/),
    });
  }
  const leaving = {
    shipRequestId: id,
    inboundParcelIds: [parcelIds[0] ?? ""],
    idempotencyKey: randomUUID(),
  };
  const without = await customer.api.shipRequests.leaveOutParcels(leaving);
  expect(without).toMatchObject({ state: "packing", heldCents: accepted.totalCents });
});

test("a rule that begins once a box is paid stands back until the label, and a flag taken off lets it go on", async () => {
  const { customer, parcelIds, id, accepted } = await paidBox();
  await record(parcelIds[0], ["food"]);
  const rule = await addRule("food", accepted.serviceCode);
  await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
  await app.runJobs();
  expect(await read(customer, id)).toMatchObject({ state: "accepted" });
  expect(await label(id)).toMatchObject({ obstacle: "goods", label: null });
  const stopped = await read(customer, id);
  expect(stopped).toMatchObject({ waitingReason: "goods", heldCents: accepted.totalCents });
  // Another service takes it, which the customer may accept.
  const other = stopped.quotes.find(({ ended }) => ended === null);
  expect(other?.service.code).not.toBe(accepted.serviceCode);
  const chosen = await customer.api.shipRequests.acceptQuote({ quoteId: other?.id ?? "" });
  expect(chosen).toMatchObject({ state: "accepted", heldCents: other?.totalCents });
  expect(await label(id)).toMatchObject({ obstacle: null });
  await desk.admin.api.goodsRules.endGoodsRule({ goodsRuleId: rule.id, on: "2026-06-10" });
});

test("what its customer states after payment stops it too, and a mistake that staff take off with a photo lets it go on", async () => {
  const { customer, parcelIds, id, accepted } = await paidBox();
  const [inboundParcelId = "", other = ""] = parcelIds;
  const { goodsItems } = await customer.api.inboundParcels.readInboundParcel({ inboundParcelId });
  const [{ hsCodeSource: _source, ...goods } = { hsCodeSource: null }] = goodsItems;
  const state = async (flags: GoodsFlag[]) => {
    await customer.api.goods.saveItems({ inboundParcelId, items: [{ ...goods, flags }] });
    await app.runJobs();
    return await read(customer, id);
  };
  const held = { heldCents: accepted.totalCents };
  expect(await state(["lighter"])).toMatchObject({ waitingReason: "goods", ...held });
  expect(await state([])).toMatchObject({ waitingReason: "price", ...held });

  await record(other, ["lighter"]);
  expect(await read(customer, id)).toMatchObject({ waitingReason: "goods", ...held });
  await takeGoodsOff(desk, other);
  await app.runJobs();
  expect(await read(customer, id)).toMatchObject({ waitingReason: "price", ...held });
});

type TakenOff = Parameters<typeof desk.packer.api.goods.correctItems>[0]["takenOff"];

/** Corrects the only goods of a parcel as staff, who leave their description as it is. */
async function correct(inboundParcelId: string, change: object, takenOff?: TakenOff) {
  const { description, originCode, hsCode, netGrams } = declaredGoods;
  const { items } = await desk.packer.api.goods.correctItems({
    inboundParcelId,
    corrections: [{ index: 0, description, originCode, hsCode, netGrams, ...change }],
    takenOff,
    reason: "I saw a lighter",
  });
  await app.runJobs();
  return items[0];
}

test("a property that staff correct stops a paid box with the name of the carrier, and is not signed", async () => {
  const { customer, parcelIds, id, accepted } = await paidBox();
  const [inboundParcelId = ""] = parcelIds;
  const signature = () =>
    app.database.kysely
      .selectFrom("shipRequests")
      .select(["signedAt", "signedHash"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const signed = await signature();
  expect(await correct(inboundParcelId, { flags: ["lighter"], battery: "loose" })).toMatchObject({
    flags: ["lighter"],
    battery: "loose",
    quantity: declaredGoods.quantity,
    unitValueMinor: declaredGoods.unitValueMinor,
  });
  const stopped = await read(customer, id);
  expect(stopped).toMatchObject({ waitingReason: "goods", heldCents: accepted.totalCents });
  expect(stopped.events).toContainEqual(
    expect.objectContaining({ kind: "declaration_changed", reason: "I saw a lighter" }),
  );
  expect(await signature()).toEqual(signed);
  expect(stopped.stopped).toMatchObject({ inboundParcelIds: [inboundParcelId] });
  const { parcels } = await customer.api.shipRequests.readDeclaration({ shipRequestId: id });
  expect(parcels.map(({ correctedItems }) => correctedItems)).toEqual([[], []]);
  const { parcel } = await customer.api.inboundParcels.readInboundParcel({ inboundParcelId });
  expect(parcel.measured?.goodsFlags).toEqual([]);
  expect(parcel.measured?.battery).not.toBe("loose");
  const { items } = await customer.api.notifications.listNotifications({});
  expect(items.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^We stopped your package .+ because of the X-ray rules of Hong Kong Post/,
      ),
      expect.stringMatching(/^Some shipping services may not take parcel/),
    ]),
  );

  // What staff leave out stays as it is, and so does what was found when its line no longer says so.
  expect(await correct(inboundParcelId, { netGrams: 100 })).toMatchObject({ battery: "loose" });
  expect((await read(customer, id)).waitingReason).toBe("goods");
  const plain = { flags: [], battery: "none" };
  await correct(inboundParcelId, plain);
  expect((await read(customer, id)).waitingReason).toBe("goods");
  await correct(inboundParcelId, plain, { batteries: ["loose"], goods: ["lighter"] });
  expect(await read(customer, id)).toMatchObject({
    waitingReason: "price",
    heldCents: accepted.totalCents,
  });
});

test("what staff found stays whatever its customer saves, until staff take it off with a reason", async () => {
  const { customer, parcelIds, id, accepted } = await paidBox();
  const [inboundParcelId = ""] = parcelIds;
  const held = { heldCents: accepted.totalCents };
  await correct(inboundParcelId, { flags: ["lighter"], battery: "loose" });
  expect(await read(customer, id)).toMatchObject({ waitingReason: "goods", ...held });
  const plain = {
    description: declaredGoods.description,
    unitValueMinor: declaredGoods.unitValueMinor,
    currency: declaredGoods.currency,
    hsCode: declaredGoods.hsCode,
    battery: "none" as const,
  };
  const saved = [
    [{ ...plain, flags: [] }],
    [{ ...plain, description: "Cotton shirts", hsCode: "610910" }, plain],
    [{ ...plain, description: "Cotton shirts", hsCode: "610910" }],
    [plain],
  ];
  for (const items of saved) {
    await customer.api.goods.saveItems({ inboundParcelId, items });
    await app.runJobs();
    const box = await read(customer, id);
    expect(box).toMatchObject({ state: "waiting_for_customer", ...held });
    expect(box.stopped?.inboundParcelIds).toEqual([inboundParcelId]);
    expect(box.quotes.filter(({ ended }) => ended === null)).toEqual([]);
  }
  const { parcel, goodsItems } = await customer.api.inboundParcels.readInboundParcel({
    inboundParcelId,
  });
  expect(goodsItems).toMatchObject([{ flags: [], battery: "none" }]);
  expect(parcel.measured?.found).toEqual({ batteries: ["loose"], goods: ["lighter"] });
  const packed = await desk.packer.api.packing.readShipRequest({ shipRequestId: id });
  expect(packed.parcels.map(({ found }) => found)).toContainEqual({
    batteries: ["loose"],
    goods: ["lighter"],
  });

  const takeOff = async (takenOff: { batteries?: ["loose"]; goods?: ["lighter"] }) => {
    await desk.packer.api.goods.correctItems({
      inboundParcelId,
      corrections: [],
      takenOff,
      reason: "It is a pen",
    });
    await app.runJobs();
    return await read(customer, id);
  };
  const half = await takeOff({ goods: ["lighter"] });
  expect(half.stopped?.inboundParcelIds).toEqual([inboundParcelId]);
  expect(half).toMatchObject({ waitingReason: "goods", ...held });
  const free = await takeOff({ batteries: ["loose"] });
  expect(free).toMatchObject({ waitingReason: "price", ...held });
  expect(free.events).toContainEqual(
    expect.objectContaining({ kind: "declaration_changed", reason: "It is a pen" }),
  );
});

test("a rule stops at its label what staff found and its customer does not state", async () => {
  const { customer, parcelIds, id } = await paidBox();
  const [inboundParcelId = ""] = parcelIds;
  await correct(inboundParcelId, { flags: ["food"] });
  const { hsCodeSource: _source, ...plain } = declaredGoods;
  await customer.api.goods.saveItems({ inboundParcelId, items: [plain] });
  await app.runJobs();
  expect(await read(customer, id)).toMatchObject({ state: "accepted" });
  const rule = await addRule("food");
  const { work } = await desk.admin.api.admin.readDashboard({});
  expect(work.find(({ kind }) => kind === "goods_closed_packages")?.count).toBe(1);
  expect(await label(id)).toMatchObject({ obstacle: "goods", label: null });
  await desk.admin.api.goodsRules.endGoodsRule({ goodsRuleId: rule.id, on: "2026-06-10" });
});

test("the answer of staff about a battery completes what waited for it, and a label fixes it", async () => {
  const customer = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer, [800]);
  const [inboundParcelId = ""] = parcelIds;
  const phone = { description: "Smartphones", unitValueMinor: 9_000, currency: "USD" } as const;
  await customer.api.goods.saveItems({ inboundParcelId, items: [phone] });
  const { id } = await request(customer, packageId);
  await pack(desk, id, numbers);
  expect(await read(customer, id)).toMatchObject({ waitingReason: "declaration" });
  const answered = { description: "Smartphones", hsCode: null, netGrams: null };
  await correct(inboundParcelId, { ...answered, battery: "none" });
  const { quotes, waitingReason } = await read(customer, id);
  expect(waitingReason).toBe("price");
  await customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
  await correct(inboundParcelId, { ...answered, hsCode: "851713" });
  await label(id);
  await expectApiError(
    correct(inboundParcelId, { ...answered, hsCode: "851713", flags: ["liquid"] }),
    "declaration_fixed",
  );
});

test("an accepted box that a rule closes since is open work, and labels made together say and record whom they stopped", async () => {
  const { parcelIds, id, accepted } = await paidBox();
  await record(parcelIds[0], ["fragile"]);
  const { api } = desk.admin;
  const openWork = async () => {
    const { work } = await api.admin.readDashboard({});
    return work.find(({ kind }) => kind === "goods_closed_packages")?.count ?? 0;
  };
  const { labels } = desk.packer.api;
  const obstacleOf = async () => {
    const { items } = await labels.listPackagesToLabel({ state: "accepted" });
    return items.find(({ shipRequestId }) => shipRequestId === id)?.obstacle;
  };
  const { serviceCode } = accepted;
  await api.numberRanges.createNumberRange({ ...postalRange, serviceCode: serviceCode ?? "" });
  expect([await openWork(), await obstacleOf()]).toEqual([0, null]);
  const rule = await addRule("fragile", serviceCode);
  expect([await openWork(), await obstacleOf()]).toEqual([1, "goods"]);
  const made = await labels.makeLabels({ idempotencyKey: randomUUID() });
  expect(made.leftCount).toBe(1);
  expect(made.left).toEqual([{ reference: expect.any(String), obstacle: "goods" }]);
  const entry = await app.database.kysely
    .selectFrom("auditLog")
    .select("after")
    .where("action", "=", "labels.makeLabels")
    .executeTakeFirstOrThrow();
  expect(entry.after).toMatchObject({
    stopped: [{ reference: made.left[0]?.reference, waitingReason: "goods" }],
  });
  expect([await openWork(), await obstacleOf()]).toEqual([0, undefined]);
  await api.goodsRules.endGoodsRule({ goodsRuleId: rule.id, on: "2026-06-10" });
});

test("a parcel says by how many services it goes once something is known of its goods, also before it arrives", async () => {
  const customer = await aShipper(desk);
  const { id } = await declareParcel(customer);
  const servicesOf = async (inboundParcelId: string) =>
    (await customer.api.inboundParcels.readInboundParcel({ inboundParcelId })).services;
  const state = async (inboundParcelId: string, flags: GoodsFlag[]) => {
    const items = [{ description: "Spray paint", flags }];
    await customer.api.goods.saveItems({ inboundParcelId, items });
  };
  expect(await servicesOf(id)).toBeNull();
  await state(id, []);
  const all = await servicesOf(id);
  expect(all).toMatchObject({ countryCode: null, closed: [] });
  expect([all?.count, all?.of]).toEqual([all?.of, expect.toSatisfy((of: number) => of > 2)]);
  await state(id, ["aerosol"]);
  const none = await servicesOf(id);
  expect(none).toMatchObject({ count: 0, of: all?.of });
  expect(none?.closed).toHaveLength(all?.of ?? 0);
  expect(none?.closed[0]?.reasons).toMatchObject([{ kind: "goods_rule", flag: "aerosol" }]);

  // In a package it is known where it goes, and which services go there.
  const { packageId, parcelIds } = await receivedPackage(desk, customer);
  const [parcelId = ""] = parcelIds;
  await record(parcelId, ["aerosol"]);
  const there = await servicesOf(parcelId);
  const { goesBy } = await customer.api.shipRequests.estimateParcels({
    inboundParcelIds: [parcelId],
  });
  expect(there).toMatchObject({ countryCode: "MY", ...goesBy });
  expect(there?.of).toBeLessThan(all?.of ?? 0);
  await request(customer, packageId, { inboundParcelIds: parcelIds.slice(1) });
  expect(await servicesOf(parcelId)).toBeNull();
});

test("before a rule is added it is said how many open requests it would close, and nothing is stored", async () => {
  const { api } = desk.admin;
  const previewOf = async (fields: Partial<NewRule>) => {
    const { rule, closedRequestsCount } = await api.goodsRules.addGoodsRule(
      ruleAbout("branded", { isPreview: true, ...fields }),
    );
    expect(rule).toBeNull();
    return closedRequestsCount;
  };
  const paid = await paidBox();
  await record(paid.parcelIds[0], ["branded"]);
  const { serviceCode } = paid.accepted;
  // Its customer has chosen no service yet: it closes once none that goes there takes it.
  const customer = await aShipper(desk);
  const { packageId, parcelIds } = await receivedPackage(desk, customer);
  await request(customer, packageId);
  await record(parcelIds[0], ["branded"]);
  expect(await previewOf({ serviceCode })).toBe(1);
  expect(await previewOf({ carrierCode: "hk-post", countryCode: "MY" })).toBe(2);
  expect(await previewOf({ carrierCode: "hk-post", countryCode: "US" })).toBe(0);
  expect(await previewOf({ answer: "limited" })).toBe(0);
  // It reads every open box, but holds up nobody who changes rules, nor waits for them.
  await app.database.kysely.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('goods rules', 0))`.execute(db);
    expect(await previewOf({ serviceCode })).toBe(1);
  });
  const { items } = await api.goodsRules.listGoodsRules({});
  expect(items.some(({ flag, source }) => flag === "branded" && source === "A notice")).toBe(false);
  const added = await api.goodsRules.addGoodsRule(ruleAbout("branded", { carrierCode: "hk-post" }));
  expect(added).toMatchObject({ rule: { flag: "branded" }, closedRequestsCount: null });
  await expect(previewOf({ carrierCode: "hk-post" })).rejects.toMatchObject({
    code: "rule_conflict",
    data: { current: added.rule?.id },
  });
  const goodsRuleId = added.rule?.id ?? "";
  await api.goodsRules.endGoodsRule({ goodsRuleId, on: "2026-06-10" });
});

test("rules that tie are refused, and an import says how many open requests it would close", async () => {
  const { customer, parcelIds, id } = await paidBox();
  await record(parcelIds[0], ["plant"]);
  const { api } = desk.admin;
  const rule = await addRule("medicine");
  await expect(addRule("medicine")).rejects.toMatchObject({
    code: "rule_conflict",
    data: { current: rule.id },
  });
  const columns =
    "goods,service,carrier,mode,country,answer,needs_proof,text_en,text_zh_hant_hk,text_zh_hans,source,source_day,confidence";
  const importOf = async (row: string, mode: "preview" | "import") =>
    await api.goodsRules.importGoodsRules({
      file: new File([`${columns}\r\n${row}\r\n`], "rules.csv"),
      validFrom: "2026-06-10",
      mode,
    });
  const row = "plant,,hk-post,,MY,refused,no,,,,A notice,2026-06-01,primary";
  const preview = { isImported: false, errors: [], addedCount: 1, closedRequestsCount: 1 };
  expect(await importOf(row, "preview")).toMatchObject(preview);
  expect((await importOf("plants,,hk-post,,XX,no,no,,,,,1,sure", "import")).errors.length).toBe(6);
  expect(await importOf(row, "import")).toMatchObject({
    isImported: true,
    closedRequestsCount: null,
  });
  // The same file again changes nothing.
  expect(await importOf(row, "import")).toMatchObject({ isImported: false, addedCount: 0 });
  expect(await read(customer, id)).toMatchObject({ state: "accepted" });
  const { items, services } = await app
    .client()
    .api.goodsRules.listForDestination({ countryCode: "MY" });
  expect(services.map(({ code }) => code)).toContain("hk-post-air");
  const plants = items.find(({ flag }) => flag === "plant");
  expect(plants?.answers.map(({ answer }) => answer)).toContain("refused");
  const { items: later } = await api.goodsRules.listGoodsRules({ on: "2026-06-09" });
  expect(later.some(({ flag }) => flag === "plant")).toBe(false);
});
