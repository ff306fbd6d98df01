// What customers are told of a gift that waits: which was bought, it is not to be completed, but sent for another reason.
import { beforeAll, expect, test } from "vitest";
import { declaredGoods } from "#test/goods-items.ts";
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

/** A gift that is paid by itself, packed once something happened to its first parcel. */
async function aPackedGift(happened: (inboundParcelId: string) => Promise<unknown>) {
  const mei = await aShipper(desk);
  const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
  const made = await request(mei, packageId, {
    paymentMode: "automatic_up_to_cap",
    serviceCode: "hk-post-surface",
    capCents: 4000,
    category: "gift",
    categoryText: "Aunt Mei",
  });
  await happened(parcelIds[0] ?? "");
  await pack(desk, made.id, numbers);
  const { waitingReason } = await mei.api.shipRequests.readShipRequest({ shipRequestId: made.id });
  expect(waitingReason).toBe("declaration");
  const read = async () => {
    await app.runJobs();
    const { items } = await mei.api.notifications.listNotifications({});
    const [mail] = await app.emailsTo(mei.email);
    return { notice: items[0]?.text ?? "", subject: mail?.subject ?? "", text: mail?.text ?? "" };
  };
  return { read };
}

test("a gift whose goods staff corrected is to be confirmed", async () => {
  const { read } = await aPackedGift(async (inboundParcelId) => {
    const { originCode, hsCode, netGrams } = declaredGoods;
    const correction = { index: 0, description: "Clay teapots", originCode, hsCode, netGrams };
    await desk.packer.api.goods.correctItems({
      inboundParcelId,
      corrections: [correction],
      reason: "It is of clay",
    });
  });
  const { notice, text } = await read();
  expect(notice).toMatch(/^Please check what is inside your package/);
  expect(text).toContain("Complete or confirm it");
});

test("a gift that was bought is said to need another reason, also in the reminder", async () => {
  const { read } = await aPackedGift(async (inboundParcelId) => {
    await app.database.kysely
      .updateTable("inboundParcels")
      .set({ shop: "Taobao" })
      .where("id", "=", inboundParcelId)
      .execute();
  });
  const first = await read();
  expect(first.notice).toMatch(/^Your package \S+ cannot go as a gift: say why you send it$/);
  expect(first.subject).toMatch(/ cannot go as a gift: say why you send it$/);
  expect(first.text).toContain("One of its parcels was ordered in a shop");
  expect(first.text).not.toContain("Complete or confirm");
  app.clock.set("2026-06-12T05:00:00Z");
  await remindWaitingRequests(app.services);
  const reminder = await read();
  expect(reminder.notice).toMatch(/^Reminder: your package \S+ cannot go as a gift/);
  expect(reminder.subject).toMatch(/^Reminder: .* cannot go as a gift: say why you send it$/);
  expect(reminder.text).toContain("One of its parcels was ordered in a shop");
});
