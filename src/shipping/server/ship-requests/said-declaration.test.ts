// What was said of a parcel as a whole is stored once it is signed, and is judged by the words of today until then.
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { clayCorrection } from "#test/goods-items.ts";
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
let mei: TestPerson;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  desk = await packingDesk(app);
  mei = await aShipper(desk);
  return () => app.close();
});

const cap = {
  paymentMode: "automatic_up_to_cap",
  serviceCode: "hk-post-surface",
  capCents: 4000,
} as const;

/** A package with one parcel, of which its customer said in Chinese what is in it before its goods were stated line by line. */
async function phoneCases() {
  const received = await receivedPackage(desk, mei, [700], {}, false);
  const [inboundParcelId = ""] = received.parcelIds;
  await app.database.kysely
    .updateTable("inboundParcels")
    .set({ description: "手機殼", declaredValueMinor: 9_900n, declaredCurrency: "USD" })
    .where("id", "=", inboundParcelId)
    .execute();
  return { ...received, inboundParcelId };
}

/** Sets the last day of the words for what is said there. */
async function endWords(validUntil: string | null) {
  await app.database.kysely
    .updateTable("goodsWords")
    .set({ validUntil, updatedAt: sql<Date>`clock_timestamp()` })
    .where("descriptionEn", "=", "Plastic phone cases")
    .execute();
}

const read = (shipRequestId: string) => mei.api.shipRequests.readShipRequest({ shipRequestId });
const declaration = (shipRequestId: string) =>
  mei.api.shipRequests.readDeclaration({ shipRequestId });
const signedHash = async ({ id }: Pick<ShipRequest, "id">) =>
  await app.database.kysely
    .selectFrom("shipRequests")
    .select("signedHash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("what was signed stays when its word ends, and its box is accepted by itself", async () => {
  const { packageId, numbers } = await phoneCases();
  const made = await request(mei, packageId, cap);
  await endWords("2026-01-01");
  try {
    const { parcels, missing, declaredHash } = await declaration(made.id);
    expect(parcels[0]?.goodsItems).toMatchObject([
      { description: "Plastic phone cases", descriptionOriginal: "手機殼", unitValueMinor: 9_900 },
    ]);
    expect(missing).toEqual([]);
    expect(await signedHash(made)).toEqual({ signedHash: declaredHash });
    await pack(desk, made.id, numbers);
    expect((await read(made.id)).state).toBe("accepted");
  } finally {
    await endWords(null);
  }
});

test("a box that waits for what its goods are goes on once a word names them", async () => {
  await endWords("2026-01-01");
  const { packageId, numbers } = await phoneCases();
  const { id } = await request(mei, packageId);
  await pack(desk, id, numbers);
  const isLookedAt = async () => {
    await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
    await app.runJobs();
    return (await read(id)).waitingReason;
  };
  expect(await isLookedAt()).toBe("declaration");
  await endWords(null);
  expect(await isLookedAt()).toBe("price");
});

test("a signed box that waits though it is complete can be confirmed", async () => {
  const { packageId, numbers, inboundParcelId } = await phoneCases();
  const { id } = await request(mei, packageId, cap);
  const correction = { corrections: [clayCorrection], reason: "It is of clay" };
  await desk.packer.api.goods.correctItems({ inboundParcelId, ...correction });
  await pack(desk, id, numbers);
  expect((await read(id)).waitingReason).toBe("declaration");
  await app.database.kysely
    .updateTable("goodsItems")
    .set({ correctedAt: null })
    .where("inboundParcelId", "=", inboundParcelId)
    .execute();
  const { isToConfirm, declaredHash } = await declaration(id);
  expect(isToConfirm).toBe(true);
  const confirmed = await mei.api.shipRequests.confirmDeclaration({
    shipRequestId: id,
    declaredHash,
  });
  expect(confirmed.state).toBe("accepted");
});
