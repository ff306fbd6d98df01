// What is said of a box that goods stop: its page, email and bell say the same, whatever else is missing.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import {
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { remindWaitingRequests } from "./remind-waiting-requests.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  desk = await packingDesk(app);
  return () => app.close();
});

test("a rule that is not a carrier's blames none, and what can be done does not depend on exchange rates", async () => {
  const mei = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, mei);
  const { id: shipRequestId } = await request(mei, packageId);
  await pack(desk, shipRequestId, numbers);
  const read = async () => await mei.api.shipRequests.readShipRequest({ shipRequestId });
  const { quotes, stopped: ofPrice } = await read();
  expect(ofPrice).toBeNull();
  const accepted = await mei.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
  await desk.admin.api.goodsRules.addGoodsRule({
    flag: "food",
    serviceCode: accepted.serviceCode,
    carrierCode: null,
    mode: null,
    countryCode: "MY",
    answer: "refused",
    needsProof: false,
    texts: { en: "", "zh-Hant-HK": "", "zh-Hans": "" },
    source: "Customs of Malaysia",
    sourceDay: "2026-06-01",
    confidence: "primary",
    validFrom: "2026-06-10",
  });
  const [inboundParcelId = ""] = parcelIds;
  await desk.receiver.api.receiving.measureAgain({
    inboundParcelId,
    measurements: { weightGrams: 300, sidesMm: [150, 100, 60], goodsFlags: ["food"] },
    station: "Desk 1",
    recordedAt: app.clock.now().toISOString(),
    idempotencyKey: randomUUID(),
  });
  await app.runJobs();
  const stopped = {
    carriers: [],
    needsProof: false,
    proofServices: [],
    inboundParcelIds: [inboundParcelId],
    hasOther: true,
    canTakeOut: true,
    wasFreightCharged: false,
  };
  expect(await read()).toMatchObject({ waitingReason: "goods", stopped });
  const told = async () => {
    await app.runJobs();
    const { items } = await mei.api.notifications.listNotifications({});
    const [mail] = await app.emailsTo(mei.email);
    return { bell: items[0]?.text, mail: mail?.text };
  };
  const said =
    /We stopped: something in this package cannot go\.\s+Freight was not charged\.[^]+choose another way/;
  expect(await told()).toEqual({
    bell: expect.stringMatching(/^We stopped your package \S+: something in it cannot go/),
    mail: expect.stringMatching(said),
  });

  // The other service was quoted, and stays open.
  await sql`update exchange_rates set day = '2026-05-01'`.execute(app.database.kysely);
  expect((await read()).stopped).toEqual(stopped);
  app.clock.set("2026-06-12T05:00:00Z");
  const reads = async () => {
    let count = 0;
    const { servicePrices } = app.services;
    const read: typeof servicePrices.read = async (...asked) => {
      count += 1;
      return await servicePrices.read(...asked);
    };
    await remindWaitingRequests({ ...app.services, servicePrices: { ...servicePrices, read } });
    return count;
  };
  const first = await reads();
  expect(await told()).toEqual({
    bell: expect.stringMatching(/^Reminder: we stopped your package \S+, since something in it/),
    mail: expect.stringMatching(said),
  });
  // What the reminder said is not worked out again with every run.
  expect(await reads()).toBe(first - 1);
});
