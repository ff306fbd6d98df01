// What nobody may do while a package is being prepared.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { errorCatalogue } from "#platform/contract/errors.ts";
import { expectApiError } from "#test/api-errors.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  acceptedRequest,
  addMoney,
  aShipper,
  packedRequest,
  packingDesk,
  receivedPackage,
  recipient,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});

const byHand =
  "This package has an open ship request, which moves its legs and charges freight automatically. Confirm to do it by hand all the same.";
const read = ({ api }: TestPerson, shipRequestId: string) =>
  api.shipRequests.readShipRequest({ shipRequestId });
const packageOf = async ({ api }: TestPerson, packageId: string | null) =>
  (await api.packages.readPackage({ packageId: packageId ?? "" })).package;

describe("what an open request refuses", () => {
  test("its package is not cancelled, merged, split, deleted or moved by hand, and its customer not suspended", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [300, 300]);
    const other = await receivedPackage(desk, customer, [300]);
    const { id } = await request(customer, packageId);
    const { api } = customer;
    const { admin } = desk;
    const [firstId = ""] = parcelIds;
    const open = "ship_request_open";
    await expectApiError(request(customer, packageId), open);
    await expectApiError(api.packages.cancelPackage({ packageId }), open);
    await expectApiError(
      api.packages.mergePackages({ packageId: other.packageId, fromPackageId: packageId }),
      open,
    );
    const key = { idempotencyKey: randomUUID() };
    await expectApiError(
      api.packages.splitPackage({ packageId, inboundParcelIds: [firstId], ...key }),
      open,
    );
    await expectApiError(
      api.inboundParcels.moveInboundParcels({
        inboundParcelIds: [...other.parcelIds, firstId],
        packageId: null,
      }),
      open,
    );
    const { parcelsCount } = await api.shipRequests.estimateShipping({
      packageId: other.packageId,
    });
    expect(parcelsCount).toBe(1);
    await expectApiError(
      api.inboundParcels.rejectInboundParcel({ inboundParcelId: firstId }),
      open,
    );
    await expectApiError(admin.api.packages.deletePackage({ packageId }), open);
    const { legs } = await packageOf(customer, packageId);
    const leg = { legId: legs[0]?.id ?? "", status: "in_transit" } as const;
    await expectApiError(admin.api.packages.setLegStatus(leg), "leaves_by_manifest");
    const { userId } = customer;
    const fee = { userId, kind: "deduction", amount: "1", reason: "Freight", packageId } as const;
    await expectApiError(admin.api.wallet.adjustWallet({ ...fee, ...key }), open, byHand);
    await admin.api.wallet.adjustWallet({ ...fee, ...key, ignoresShipRequest: true });
    await expectApiError(admin.api.users.suspendUser({ userId, reason: "Test" }), open);
    await api.shipRequests.cancelShipRequest({ shipRequestId: id });
    await admin.api.packages.deletePackage({ packageId });
    expect(await read(customer, id)).toMatchObject({ state: "cancelled", packageId: null });
  });

  test("its customer does not close the account while it is packed", async () => {
    const customer = await aShipper(desk, "0");
    const { id: shipRequestId } = await packedRequest(desk, customer);
    const { closeAccount } = customer.api.users;
    await expectApiError(closeAccount({ password: customer.password }), "goods_in_store");
    expect(await read(customer, shipRequestId)).toMatchObject({ waitingReason: "price" });
  });

  test("nothing of nobody else is read or changed, and nothing is sent that is not here", async () => {
    const [customer, stranger] = [await aShipper(desk), await aShipper(desk)];
    const { id, quotes } = await packedRequest(desk, customer);
    const { api } = stranger;
    await expectApiError(api.shipRequests.readShipRequest({ shipRequestId: id }), "not_found");
    const quoteId = quotes[0]?.id ?? "";
    await expectApiError(api.shipRequests.acceptQuote({ quoteId }), "not_found");
    const { id: packageId } = (
      await api.packages.createPackage({
        trackingNumber: freshNumber(),
        origin: "Hong Kong",
        destination: "Malaysia",
        recipient,
        idempotencyKey: randomUUID(),
      })
    ).package;
    await expectApiError(
      request(stranger, packageId),
      "nothing_to_ship",
      "Nothing of this package is in our warehouse yet, so there is nothing to send.",
    );
    await addMoney(desk, stranger, "1");
  });
});

/** Orders of an extra service that is free, as if their customer had placed them. */
async function addOrders(
  customer: TestPerson,
  count: number,
  of: { readonly parcelId?: string; readonly packageId?: string; readonly shipRequestId?: string },
): Promise<void> {
  await sql`
    insert into extra_service_requests (code, user_id, ship_request_id, package_id, inbound_parcel_id, quantity,
      unit_cents, price_cents, state, due_at, created_by, created_at)
    select 'detail_photo', ${customer.userId}, ${of.shipRequestId ?? null}, ${of.packageId ?? null},
      ${of.parcelId ?? null}, 1, 0, 0, 'ordered', now(), ${customer.userId}, now()
    from generate_series(1, ${count})
  `.execute(app.database.kysely);
}

describe("too many extra services", () => {
  const code = "too_many_extra_services";
  const order = (customer: TestPerson, inboundParcelId: string) =>
    customer.api.extraServices.requestExtraService({
      code: "detail_photo",
      inboundParcelId,
      idempotencyKey: randomUUID(),
    });
  const rejected = async (call: Promise<unknown>) =>
    (await call.catch((error: unknown) => error)) as { data: unknown };

  test("are refused with the limit that was reached: of a customer, of a request, and of the list", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer);
    const [parcelId = "", other = ""] = parcelIds;
    const { id: shipRequestId } = await request(customer, packageId);
    await addOrders(customer, 19, { packageId, shipRequestId });
    expect(await order(customer, parcelId)).toMatchObject({ shipRequestId });
    await expectApiError(order(customer, other), code);
    expect(await rejected(order(customer, other))).toMatchObject({ data: { maximum: 20 } });
    expect(errorCatalogue[code].message).toContain(" 20 ");

    await addOrders(customer, 80, { parcelId });
    await expectApiError(
      order(customer, other),
      code,
      "You can have at most 100 extra services in progress. Wait until some are done, or cancel some.",
    );
    expect(await rejected(order(customer, other))).toMatchObject({ data: { maximum: 100 } });

    const { items } = await desk.admin.api.extraServices.listExtraServicePrices({});
    const [{ version: _version, code: _code, ...price } = {} as never] = items;
    const create = (number: number) =>
      desk.admin.api.extraServices.createExtraService({ ...price, code: `service_${number}` });
    for (let number = items.length; number < 60; number += 1) await create(number);
    await expectApiError(
      create(60),
      code,
      "There can be at most 60 extra services. Change one that you no longer use.",
    );
  });
});

test("its customer is not offered to cancel what its carrier reports to be on its way", async () => {
  const customer = await aShipper(desk);
  const { id: shipRequestId, packageId } = await acceptedRequest(desk, customer);
  expect((await read(customer, shipRequestId)).mayCancel).toBe(true);
  const { legs } = await packageOf(customer, packageId);
  await desk.admin.api.tracking.addEvent({
    legId: legs[0]?.id ?? "",
    stage: "picked_up",
    occurredAt: app.clock.now().toISOString(),
    description: "",
  });
  const held = await customer.api.wallet.readWallet({});
  expect(await read(customer, shipRequestId)).toMatchObject({
    state: "accepted",
    mayCancel: false,
    heldCents: held.heldCents,
  });
  await expectApiError(
    customer.api.shipRequests.cancelShipRequest({ shipRequestId }),
    "package_departed",
  );
  expect(await customer.api.wallet.readWallet({})).toEqual(held);
});

test("a request takes fifty parcels", async () => {
  const customer = await aShipper(desk);
  const { packageId, parcelIds } = await receivedPackage(
    desk,
    customer,
    Array.from({ length: 50 }, () => 10),
  );
  const { id } = await request(customer, packageId, { inboundParcelIds: [...parcelIds] });
  const { parcels } = await customer.api.shipRequests.readShipRequest({ shipRequestId: id });
  expect(parcels).toHaveLength(50);
});
