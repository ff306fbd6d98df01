import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { isQuoteExact, type QuoteLine } from "#catalogue/rules/quote-breakdown.ts";
import { expectApiError } from "#test/api-errors.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  addMoney,
  aShipper,
  close,
  pack,
  packedRequest,
  packingDesk,
  photograph,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";
import { timesAtOnce } from "#test/long-run.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  desk = { ...(await packingDesk(app)), hasPhotoFiles: true };
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});

const read = ({ api }: TestPerson, shipRequestId: string) =>
  api.shipRequests.readShipRequest({ shipRequestId });

async function moneyOf(customer: TestPerson) {
  const { balanceCents, heldCents = 0, holds = [] } = await customer.api.wallet.readWallet({});
  const amounts = holds.map(({ type, amountCents }) => `${type} ${amountCents}`).toSorted();
  return { balanceCents, heldCents, holds: amounts };
}

/** A version of a service as Hong Kong Post's, but with limits of side and girth; or one that is no longer in use. */
async function addLongLine(isActive = true): Promise<void> {
  await sql`
    with added as (
      insert into shipping_services (code, version, carrier_code, names, mode, origin_code, legs, currency, rounds_sides_up,
        rounding_grams, minimum_grams, maximum_grams, maximum_side_mm, maximum_girth_mm, duty, included_cover_cents,
        label, delivery_min, delivery_max, delivery_unit, is_active, valid_from, source,
        created_at)
      select 'long-line', ${isActive ? 1 : 2}, carrier_code,
        '{"en": "Long line", "zh-Hant-HK": "長件專線", "zh-Hans": "长件专线"}', 'line', origin_code, legs, currency, false,
        1, 1, 30000, 1500, 1900, duty, 0, label, 2, 4, delivery_unit, ${isActive}, valid_from,
        'Test', now() from shipping_services where code = 'hk-post-air' and version = 2
      returning id
    )
    insert into service_rates (service_id, position, countries, bands, step_grams, step_cents)
    select added.id, position, countries, bands, step_grams, step_cents from added, service_rates
    where service_rates.service_id = (
      select id from shipping_services where code = 'hk-post-air' and version = 2)
  `.execute(app.database.kysely);
}

async function stageOf(customer: TestPerson, packageId: string) {
  const { package: pkg } = await customer.api.packages.readPackage({ packageId });
  return [pkg.status, pkg.stage, pkg.shipRequestState ?? null];
}

describe("design 03, shown by 1, up to acceptance", () => {
  test("G40, G41: four parcels are requested, packed by scanner, quoted exactly, and accepted with exact holds", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers, parcelIds } = await receivedPackage(
      desk,
      customer,
      [300, 250, 200, 150],
    );
    const [first = "", second = "", ...others] = numbers;
    const requested = await request(customer, packageId, {
      extraServices: [{ code: "bubble_wrap" }],
      note: "Fragile",
    });
    expect(requested).toMatchObject({ state: "requested", heldCents: 110, quotes: [] });
    expect(await stageOf(customer, packageId)).toEqual(["processing", "requested", "requested"]);
    const shipRequestId = requested.id;
    const { packer } = desk;

    const { items } = await packer.api.packing.listQueue({ warehouseId: desk.warehouseId });
    expect(items.find(({ id }) => id === shipRequestId)).toMatchObject({
      parcelsCount: 4,
      foundCount: 0,
      openExtraServices: 1,
      packer: null,
    });
    const stranger = await receivedPackage(desk, customer, [500]);
    const scan = (text: string) =>
      packer.api.packing.scanIntoBox({ shipRequestId, scan: text, idempotencyKey: randomUUID() });
    expect(await scan(first)).toMatchObject({ outcome: "in_box", state: "packing", foundCount: 1 });
    expect(await stageOf(customer, packageId)).toEqual(["processing", "packing", "packing"]);
    await expectApiError(scan(stranger.numbers[0] ?? ""), "wrong_parcel");
    await expectApiError(scan("https://example.com"), "not_a_waybill");
    expect(await scan(first)).toMatchObject({ outcome: "already_in_box", foundCount: 1 });
    const { parcels } = await packer.api.packing.readShipRequest({ shipRequestId });
    const label = parcels.find(({ trackingNumber }) => trackingNumber === second)?.labelCode ?? "";
    expect(await scan(label)).toMatchObject({ outcome: "in_box", foundCount: 2 });
    await expectApiError(close(desk, shipRequestId), "not_all_found");
    await scanAll(desk, shipRequestId, others);
    await expectApiError(
      close(desk, shipRequestId),
      "photo_needed",
      "Take a photo of the open box and one of the closed box on the scale first.",
    );
    await photograph(desk, shipRequestId);
    const weightGrams = 1001;
    await expectApiError(close(desk, shipRequestId, { weightGrams: 1171 }), "unusual_weight");
    await expectApiError(close(desk, shipRequestId, { weightGrams }), "extra_services_open");
    const [work] = (await packer.api.packing.readShipRequest({ shipRequestId })).extraServices;
    await packer.api.extraServices.finishExtraService({ extraServiceRequestId: work?.id ?? "" });
    const closed = await close(desk, shipRequestId, { weightGrams });
    expect(closed).toMatchObject({ state: "waiting_for_customer", waitingReason: "price" });

    // 1,001 g: 125.00 SGD by air and 65.00 SGD by surface, at 1.1 / 1.5 rounded up, and the bubble wrap.
    const packed = await read(customer, shipRequestId);
    expect(packed.quotes.map(({ service, totalCents }) => [service.code, totalCents])).toEqual([
      ["hk-post-surface", 4767 + 110],
      ["hk-post-air", 9167 + 110],
    ]);
    for (const { lines, exchange, totalCents } of packed.quotes) {
      const stored = { lines: lines as never as QuoteLine[], exchange: exchange as never };
      expect(isQuoteExact({ ...stored, totalCents })).toBe(true);
    }
    expect(packed.images.map(({ kind }) => kind)).toEqual(["open_box", "closed_on_scale"]);
    expect(packed.events.map(({ kind }) => kind)).toEqual([
      "requested",
      "packing_started",
      "extra_service_done",
      "box_closed",
      "waiting",
    ]);
    const { package: weighed } = await customer.api.packages.readPackage({ packageId });
    expect(weighed).toMatchObject({ finalWeightGrams: weightGrams, stage: "waiting_for_customer" });

    const before = await moneyOf(customer);
    const air = packed.quotes[1];
    const accepted = await customer.api.shipRequests.acceptQuote({ quoteId: air?.id ?? "" });
    expect(accepted).toMatchObject({ state: "accepted", totalCents: 9277, heldCents: 9277 });
    const after = await moneyOf(customer);
    expect(after.holds).toEqual(["service_fee 110", "shipping_fee 9167"]);
    expect(before.balanceCents - after.balanceCents).toBe(9167);
    expect(await stageOf(customer, packageId)).toEqual(["processing", "packed", "accepted"]);
    const { package: routed } = await customer.api.packages.readPackage({ packageId });
    expect(routed.legs.map(({ origin, destination }) => [origin, destination])).toEqual([
      ["Hong Kong", "Malaysia"],
    ]);
    const again = await customer.api.shipRequests.acceptQuote({ quoteId: air?.id ?? "" });
    expect(again.version).toBe(accepted.version);
    expect(await moneyOf(customer)).toEqual(after);
    const { items: gone } = await customer.api.inboundParcels.listInboundParcels({ group: "here" });
    expect(gone.filter(({ id }) => parcelIds.includes(id)).map(({ state }) => state)).toEqual(
      parcelIds.map(() => "packed"),
    );
  });
});

describe("design 03, shown by 2", () => {
  test("G41: under the cap a packed box is accepted at its exact price, and the rest is free again", async () => {
    const customer = await aShipper(desk, "100");
    const { packageId, numbers } = await receivedPackage(desk, customer);
    const cap = { paymentMode: "automatic_up_to_cap", serviceCode: "hk-post-air" } as const;
    await expectApiError(
      request(customer, packageId, { ...cap, capCents: 10_001 }),
      "insufficient_balance",
    );
    expect(await stageOf(customer, packageId)).toEqual(["pending", "ready", null]);
    const { id } = await request(customer, packageId, { ...cap, capCents: 9000 });
    expect((await moneyOf(customer)).holds).toEqual(["shipping_fee 9000"]);
    await pack(desk, id, numbers);
    // 800 g: 95.00 SGD.
    const accepted = await read(customer, id);
    expect(accepted).toMatchObject({ state: "accepted", totalCents: 6967, heldCents: 6967 });
    expect(await moneyOf(customer)).toEqual({
      balanceCents: 10_000 - 6967,
      heldCents: 6967,
      holds: ["shipping_fee 6967"],
    });
  });

  test("G41: over the cap it waits and asks, and a raised cap accepts it", async () => {
    const customer = await aShipper(desk, "100");
    const { packageId, numbers } = await receivedPackage(desk, customer);
    const cap = { paymentMode: "automatic_up_to_cap", serviceCode: "hk-post-air" } as const;
    const { id } = await request(customer, packageId, { ...cap, capCents: 6966 });
    await pack(desk, id, numbers);
    const waiting = await read(customer, id);
    expect(waiting).toMatchObject({ state: "waiting_for_customer", waitingReason: "over_cap" });
    expect(waiting.heldCents).toBe(6966);
    const change = (capCents: number, expectedVersion = waiting.version) =>
      customer.api.shipRequests.changePaymentMode({
        shipRequestId: id,
        ...cap,
        capCents,
        expectedVersion,
      });
    await expectApiError(change(5000), "cap_too_low");
    expect((await read(customer, id)).heldCents).toBe(6966);
    expect(await change(6967)).toMatchObject({ state: "accepted", heldCents: 6967 });
  });

  test(`F7: ${timesAtOnce} taps at once on request, accept and cancel have one effect`, async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer, [700]);
    const idempotencyKey = randomUUID();
    const taps = <Result>(act: () => Promise<Result>) =>
      Promise.allSettled(Array.from({ length: timesAtOnce }, act));
    const requests = await taps(() =>
      request(customer, packageId, {
        paymentMode: "automatic_up_to_cap",
        serviceCode: "hk-post-air",
        capCents: 3000,
        idempotencyKey,
      }),
    );
    const ids = requests.flatMap((tap) => (tap.status === "fulfilled" ? [tap.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    const [id = ""] = ids;
    expect((await moneyOf(customer)).holds).toEqual(["shipping_fee 3000"]);
    await pack(desk, id, numbers);
    const { quotes } = await read(customer, id);
    await taps(() => customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" }));
    const accepted = await read(customer, id);
    expect(accepted.events.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
    expect((await moneyOf(customer)).heldCents).toBe(accepted.totalCents);
    await taps(() => customer.api.shipRequests.cancelShipRequest({ shipRequestId: id }));
    expect((await moneyOf(customer)).holds).toEqual([]);
    expect((await read(customer, id)).events.at(-1)?.kind).toBe("cancelled");
    expect(await stageOf(customer, packageId)).toEqual(["pending", "ready", null]);
  });
});

describe("design 03, shown by 4", () => {
  test("each service tells all its reasons, and the server refuses what the screen greys", async () => {
    const customer = await aShipper(desk);
    const heavy = { battery: "loose", sidesMm: [1600, 100, 60] } as const;
    const { packageId } = await receivedPackage(desk, customer, [31_000], heavy as never);
    await addLongLine();
    await desk.admin.api.lanes.suspendLane({
      carrierId: "hk-post",
      service: "surface",
      destinationCode: "MY",
      reason: "Flood",
      source: "",
      suspendedOn: "2020-01-01",
      confidence: "reported",
      translatedReasons: {},
    });
    const { items } = await customer.api.shipRequests.estimateShipping({ packageId });
    const kinds = Object.fromEntries(
      items.map(({ service, reasons }) => [
        service.code,
        reasons.map(({ kind }) => kind).toSorted(),
      ]),
    );
    expect(kinds).toEqual({
      "hk-post-air": ["goods_rule", "too_heavy"],
      "hk-post-surface": ["goods_rule", "lane_suspended", "too_heavy"],
      "long-line": ["girth_too_large", "goods_rule", "too_heavy", "too_long"],
      "via-singapore-air": ["country_not_served", "goods_rule", "too_heavy"],
    });
    const cap = { paymentMode: "automatic_up_to_cap", capCents: 100 } as const;
    for (const serviceCode of ["hk-post-air", "hk-post-surface", "sg-post-air"]) {
      const refused = request(customer, packageId, { ...cap, serviceCode });
      await expect(refused).rejects.toMatchObject({ code: "goods_refused" });
    }
    await expect(request(customer, packageId)).rejects.toMatchObject({ code: "goods_refused" });
    const { items: lanes } = await desk.admin.api.lanes.listLanes({});
    const lane = lanes.find(({ reason }) => reason === "Flood");
    await desk.admin.api.lanes.reopenLane({ laneId: lane?.id ?? "" });
    await addLongLine(false);
  });
});

describe("a request that waits for money", () => {
  test("goes on by itself once a deposit covers the price that was accepted", async () => {
    const customer = await aShipper(desk, "40");
    const { id, quotes } = await packedRequest(desk, customer);
    const quoteId = quotes[0]?.id ?? "";
    // 800 g by surface: 50.00 SGD are 36.67 dollars, by air 69.67.
    expect(quotes.map(({ totalCents }) => totalCents)).toEqual([3667, 6967]);
    const air = await customer.api.shipRequests.acceptQuote({ quoteId: quotes[1]?.id ?? "" });
    expect(air).toMatchObject({ waitingReason: "top_up", missingCents: 2967, heldCents: 0 });
    await addMoney(desk, customer, "29.66");
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({ waitingReason: "top_up", missingCents: 1 });
    await addMoney(desk, customer, "0.01");
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({ state: "accepted", totalCents: 6967 });
    await expectApiError(customer.api.shipRequests.acceptQuote({ quoteId }), "conflict");
  });
});

describe("somebody who reads Chinese", () => {
  const air = "香港郵政空郵";
  const box = {
    warehouseId: null,
    names: { en: "Flat", "zh-Hant-HK": "扁盒", "zh-Hans": "扁盒（简）" },
    sidesMm: [400, 300, 120] as [number, number, number],
    emptyGrams: 100,
    priceCents: 50,
    isActive: true,
    validFrom: "2026-11-01",
    source: "For flat things",
  };

  test("reads the names of services and boxes in Chinese, and older records as they were made", async () => {
    const { id: boxId } = await desk.admin.api.boxes.createBox({
      ...box,
      idempotencyKey: randomUUID(),
    });
    const customer = await aShipper(desk);
    await customer.api.users.chooseLanguage({ language: "zh-Hant-HK" });
    const { packageId, numbers } = await receivedPackage(desk, customer);
    const estimate = await customer.api.shipRequests.estimateShipping({ packageId });
    expect(estimate.boxName).toBe("小號");
    expect(estimate.items.map(({ service }) => service.name)).toContain(air);
    const { id } = await request(customer, packageId);

    await desk.packer.api.users.chooseLanguage({ language: "zh-Hans" });
    const { boxes } = await desk.packer.api.packing.readShipRequest({ shipRequestId: id });
    expect(boxes.map(({ name }) => name)).toEqual(["小号", "中号", "扁盒（简）", "大号", "特大号"]);
    await expectApiError(
      pack(desk, id, numbers, { boxId, sidesMm: [400, 300, 180] }),
      "box_too_small",
      "封好的箱子比“扁盒（简）”大。请选择实际使用的箱子，或选择“不使用我们的箱子”。",
    );
    await close(desk, id, { boxId });
    const { quotes, services, packed } = await read(customer, id);
    expect(packed?.boxName).toBe("扁盒");
    expect(services.map(({ service }) => service.name)).toContain(air);
    const quote = quotes.find(({ service }) => service.name === air);
    expect(quote?.lines.map(({ subject }) => subject)).toEqual([null, "box:扁盒"]);
    await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });

    const accepted = await read(customer, id);
    expect(accepted.serviceName).toBe(air);
    const names = accepted.events.flatMap(({ serviceName }) => serviceName ?? []);
    expect(names).toEqual([air]);
    const { items } = await customer.api.shipRequests.listShipRequests({ packageId });
    expect(items[0]?.serviceName).toBe(air);
    const { items: toLabel } = await desk.packer.api.labels.listPackagesToLabel({ pageSize: 100 });
    expect(toLabel.find(({ shipRequestId }) => shipRequestId === id)?.serviceName).toBe(
      "香港邮政航空",
    );
    const file = await desk.admin.client.fetch("/api/admin/carriers/hk-post/label-file.csv");
    expect(await file.text()).toContain("Hong Kong Post air");
  });

  test("a box without a name in a language is refused, and nothing of it is stored", async () => {
    const { items: before } = await desk.admin.api.boxes.listBoxes({});
    for (const missing of ["en", "zh-Hant-HK", "zh-Hans"] as const) {
      const names = { ...box.names, [missing]: " " };
      const input = { ...box, names, idempotencyKey: randomUUID() };
      await expectApiError(desk.admin.api.boxes.createBox(input), "invalid_input");
    }
    const { items } = await desk.admin.api.boxes.listBoxes({});
    expect(items).toEqual(before);
  });
});
