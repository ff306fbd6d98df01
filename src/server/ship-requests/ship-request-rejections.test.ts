// What nobody may do while a package is being prepared.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { expectApiError } from "#testing/api-errors.ts";
import { freshNumber } from "#testing/inbound-parcels.ts";
import { requireSoundLedger } from "#testing/ledger-faults.ts";
import { requireSoundShipRequests } from "#testing/ship-request-faults.ts";
import {
  addMoney,
  aShipper,
  packedRequest,
  packingDesk,
  receivedPackage,
  recipient,
  request,
  type PackingDesk,
} from "#testing/ship-requests.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import type { TestPerson } from "#testing/users.ts";

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
  "This package has an open ship request, which moves its legs and charges freight by itself. Confirm to do it by hand all the same.";
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
      api.inboundParcels.moveInboundParcels({ inboundParcelIds: [firstId], packageId: null }),
      open,
    );
    await expectApiError(
      api.inboundParcels.rejectInboundParcel({ inboundParcelId: firstId }),
      open,
    );
    await expectApiError(admin.api.packages.deletePackage({ packageId }), open);
    const { legs } = await packageOf(customer, packageId);
    const leg = { legId: legs[0]?.id ?? "", status: "in_transit" } as const;
    await expectApiError(admin.api.packages.setLegStatus(leg), open, byHand);
    const { userId } = customer;
    const fee = { userId, kind: "deduction", amount: "1", reason: "Freight", packageId } as const;
    await expectApiError(admin.api.wallet.adjustWallet({ ...fee, ...key }), open, byHand);
    await admin.api.wallet.adjustWallet({ ...fee, ...key, ignoresShipRequest: true });
    await expectApiError(admin.api.users.suspendUser({ userId, reason: "Test" }), open);
    await admin.api.packages.setLegStatus({ ...leg, ignoresShipRequest: true });
    await api.shipRequests.cancelShipRequest({ shipRequestId: id });
    await admin.api.packages.deletePackage({ packageId });
    expect(await read(customer, id)).toMatchObject({ state: "cancelled", packageId: null });
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
