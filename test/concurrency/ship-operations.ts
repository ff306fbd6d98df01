// The rows of the matrix about ship requests, packing and extra services.
import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { unpacking } from "#catalogue/rules/extra-service.ts";
import type { Fixture } from "./fixture.ts";
import { neither, ways, type Row } from "./operation.ts";
import { askedRemoval, decidedRemoval } from "#test/parcel-removals.ts";
import { aPicture } from "#test/ship-requests.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";
import { closeBoxOf, type ShippedGoods } from "./shipped-goods.ts";

/** The goods of a fixture that needs some. */
export function goodsOf({ goods }: Fixture): ShippedGoods {
  if (goods === null) throw new Error("The fixture has no goods.");
  return goods;
}

function requestOf(fixture: Fixture): ShipRequest {
  const { request } = goodsOf(fixture);
  if (request === null) throw new Error("The fixture has no ship request.");
  return request;
}

/** Packages are added with one. */
const withPlan = ["complimentary"] as const;

const cap = {
  paymentMode: "automatic_up_to_cap",
  serviceCode: "hk-post-surface",
  capCents: 4000,
} as const;

async function closeRequest(fixture: Fixture): Promise<unknown> {
  const { admin } = fixture;
  const { orderId } = goodsOf(fixture);
  await admin.api.extraServices
    .finishExtraService({ extraServiceRequestId: orderId })
    // It may have ended meanwhile.
    .catch(() => null);
  return await closeBoxOf(admin, { request: requestOf(fixture) });
}

async function openBoxOf(fixture: Fixture): Promise<unknown> {
  const { id: shipRequestId } = requestOf(fixture);
  return await fixture.admin.api.packing.openBox({ shipRequestId, reason: "Torn" });
}

export const shipRequests: Readonly<Record<string, Row>> = {
  requestShipping: ways(
    {
      name: "shipping is requested up to a cap",
      plans: withPlan,
      needs: ["receivedPackage"],
      run: (fixture) =>
        fixture.customer.api.shipRequests.requestShipping({
          packageId: goodsOf(fixture).packageId,
          ...cap,
          extraServices: [{ code: "stretch_film" }],
          idempotencyKey: randomUUID(),
        }),
    },
    {
      name: "a shelved box is requested again",
      plans: withPlan,
      needs: ["shelvedBox"],
      run: (fixture) =>
        fixture.customer.api.shipRequests.requestShipping({
          packageId: goodsOf(fixture).packageId,
          ...cap,
          idempotencyKey: randomUUID(),
        }),
    },
  ),
  shipParcels: ways({
    name: "the parcels of a package are requested from the shelf up to a cap",
    plans: withPlan,
    needs: ["receivedPackage"],
    run: async (fixture) => {
      const { api } = fixture.customer;
      const { packageId } = goodsOf(fixture);
      const { items } = await api.inboundParcels.listInboundParcels({ packageId });
      await api.shipRequests.shipParcels({
        inboundParcelIds: items.map(({ id }) => id),
        countryCode: "MY",
        ...cap,
        extraServices: [{ code: "stretch_film" }],
        idempotencyKey: randomUUID(),
      });
    },
  }),
  acceptQuote: ways({
    name: "a quote is accepted",
    plans: withPlan,
    needs: ["packedBox"],
    run: (fixture) =>
      fixture.customer.api.shipRequests.acceptQuote({
        quoteId: requestOf(fixture).quotes[0]?.id ?? "",
      }),
  }),
  changePaymentMode: ways({
    name: "a request is paid up to a cap from now on",
    plans: withPlan,
    needs: ["boxToClose"],
    run: (fixture) => {
      const { id: shipRequestId, version: expectedVersion } = requestOf(fixture);
      return fixture.customer.api.shipRequests.changePaymentMode({
        shipRequestId,
        expectedVersion,
        ...cap,
      });
    },
  }),
  changeParcels: neither,
  changeCategory: ways({
    name: "an accepted request is sent for another reason",
    plans: withPlan,
    needs: ["acceptedBox"],
    run: (fixture) => {
      const { id: shipRequestId, version: expectedVersion } = requestOf(fixture);
      return fixture.customer.api.shipRequests.changeCategory({
        shipRequestId,
        expectedVersion,
        category: "sample",
        categoryText: "",
        commerceType: "b2c",
      });
    },
  }),
  confirmDeclaration: { sameAs: "shipRequests.acceptQuote" },
  continueWithoutMissing: neither,
  leaveOutParcels: neither,
  cancelShipRequest: ways(
    {
      name: "a request is cancelled while it is packed",
      plans: withPlan,
      needs: ["boxToClose"],
      run: (fixture) =>
        fixture.customer.api.shipRequests.cancelShipRequest({
          shipRequestId: requestOf(fixture).id,
        }),
    },
    {
      name: "a packed request is cancelled",
      plans: withPlan,
      needs: ["packedBox"],
      run: (fixture) =>
        fixture.customer.api.shipRequests.cancelShipRequest({
          shipRequestId: requestOf(fixture).id,
        }),
    },
  ),
};

export const packing: Readonly<Record<string, Row>> = {
  scanIntoBox: neither,
  removeFromBox: neither,
  takeOver: neither,
  reportMissing: neither,
  addPackingImage: neither,
  closeBox: ways({
    name: "a box is closed",
    plans: withPlan,
    needs: ["boxToClose"],
    run: closeRequest,
  }),
  openBox: ways(
    { name: "a box is opened", plans: withPlan, needs: ["packedBox"], run: openBoxOf },
    { name: "a paid box is opened", plans: withPlan, needs: ["acceptedBox"], run: openBoxOf },
    { name: "a labelled box is opened", plans: withPlan, needs: ["labelledBox"], run: openBoxOf },
  ),
  cancelShipRequest: ways({
    name: "staff cancel a packed request",
    plans: withPlan,
    needs: ["packedBox"],
    run: (fixture) =>
      fixture.admin.api.packing.cancelShipRequest({
        shipRequestId: requestOf(fixture).id,
        reason: "Lost",
      }),
  }),
};

const unpackingOrders = new WeakMap<Fixture, string>();

/** Orders that the shelved box is taken apart; refused for goods that another operation needs further on. */
async function orderUnpacking(fixture: Fixture): Promise<void> {
  const { packageId } = goodsOf(fixture);
  const order = { code: unpacking, packageId, idempotencyKey: randomUUID() };
  try {
    const { id } = await fixture.customer.api.extraServices.requestExtraService(order);
    unpackingOrders.set(fixture, id);
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code !== "extra_service_not_possible") throw error;
  }
}

export const extraServices: Readonly<Record<string, Row>> = {
  requestExtraService: ways({
    name: "an extra service is ordered",
    plans: withPlan,
    needs: ["boxToClose"],
    run: (fixture) =>
      fixture.customer.api.extraServices.requestExtraService({
        code: "contents_check",
        inboundParcelId: goodsOf(fixture).parcelId,
        idempotencyKey: randomUUID(),
      }),
  }),
  cancelExtraService: ways({
    name: "an extra service is cancelled",
    plans: withPlan,
    needs: ["boxToClose"],
    run: (fixture) =>
      fixture.customer.api.extraServices.cancelExtraService({
        extraServiceRequestId: goodsOf(fixture).orderId,
      }),
  }),
  finishExtraService: ways(
    {
      name: "an extra service is done",
      plans: withPlan,
      needs: ["boxToClose"],
      run: (fixture) =>
        fixture.admin.api.extraServices.finishExtraService({
          extraServiceRequestId: goodsOf(fixture).orderId,
        }),
    },
    {
      name: "a shelved box is taken apart",
      plans: withPlan,
      needs: ["shelvedBox"],
      prepare: orderUnpacking,
      run: (fixture) =>
        fixture.admin.api.extraServices.finishExtraService({
          extraServiceRequestId: unpackingOrders.get(fixture) ?? randomUUID(),
        }),
    },
  ),
  // Bubble wrap is never refused, and what refuses others cancels it.
  refuseExtraService: { sameAs: "extraServices.cancelExtraService" },
  createExtraService: neither,
  updateExtraService: neither,
};

type AskedRemoval = { readonly removalId: string; readonly second: TestPerson };

const askedRemovals = new WeakMap<Fixture, AskedRemoval>();

async function askForRemoval(fixture: Fixture) {
  const asked = askedRemoval(goodsOf(fixture).parcelId, aPicture());
  return await fixture.admin.api.parcelRemovals.requestParcelRemoval(asked);
}

/** Orders a service for the parcel and asks to return it; refused for goods that another operation needs further on. */
async function prepareRemoval(fixture: Fixture): Promise<void> {
  const second = await aStaffMember(fixture.app, ["support"]);
  const inboundParcelId = goodsOf(fixture).parcelId;
  const order = { code: "contents_check", inboundParcelId, idempotencyKey: randomUUID() };
  await fixture.customer.api.extraServices.requestExtraService(order);
  try {
    const { id: removalId } = await askForRemoval(fixture);
    askedRemovals.set(fixture, { removalId, second });
  } catch (error) {
    const refusals = ["ship_request_open", "parcel_in_box", "inbound_parcel_not_free"];
    if (!(error instanceof ORPCError) || !refusals.includes(error.code)) throw error;
  }
}

export const parcelRemovals: Readonly<Record<string, Row>> = {
  requestParcelRemoval: ways({
    name: "the return of a parcel is asked for",
    plans: withPlan,
    needs: ["receivedPackage"],
    run: askForRemoval,
  }),
  confirmParcelRemoval: ways({
    name: "the return of a parcel with an ordered service is confirmed",
    plans: withPlan,
    needs: ["receivedPackage"],
    prepare: prepareRemoval,
    run: async (fixture) => {
      const asked = askedRemovals.get(fixture);
      const { api } = asked?.second ?? fixture.admin;
      const decided = decidedRemoval(goodsOf(fixture).parcelId, asked?.removalId);
      return await api.parcelRemovals.confirmParcelRemoval(decided);
    },
  }),
  declineParcelRemoval: neither,
};

export const boxes: Readonly<Record<string, Row>> = {
  createBox: neither,
  updateBox: neither,
  setOverWeightFee: neither,
};
