// The rows of the matrix about lanes, rates and what happens to goods under way: they concern whoever sends something.
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { legFieldsOf } from "#goods/rules/leg-edit.ts";
import { remindWaitingRequests } from "#shipping/server/ship-requests/remind-waiting-requests.ts";
import { acceptedServices } from "#test/seeded-services.ts";
import type { Fixture, TestServer } from "./fixture.ts";
import { neither, type Operation, ways, type Row } from "./operation.ts";
import { goodsOf } from "./ship-operations.ts";

const plans = ["complimentary"] as const;
const surface = "hk-post-surface";

async function suspendLane({ admin }: Fixture): Promise<void> {
  await admin.api.lanes.suspendLane({
    carrierId: "hk-post",
    service: "surface",
    destinationCode: "MY",
    reason: "Storm",
    source: "",
    suspendedOn: "2026-01-01",
    confidence: "reported",
    translatedReasons: {},
  });
}

/** The job that a lane which closes or opens enqueues. */
const remind = ({ services }: Fixture) => remindWaitingRequests(services);

async function suspendedLaneIds({ admin }: TestServer): Promise<string[]> {
  const { items } = await admin.api.lanes.listLanes({});
  return items.filter(({ reopenedAt }) => reopenedAt === null).map(({ id }) => id);
}

/** Reopens the lanes that the matrix suspended. */
async function reopenLanes(fixture: Fixture): Promise<void> {
  for (const laneId of await suspendedLaneIds(fixture)) {
    await fixture.admin.api.lanes.reopenLane({ laneId });
  }
}

export const lanes: Readonly<Record<string, Row>> = {
  suspendLane: ways({
    name: "the lane of an accepted request is suspended",
    about: "prices",
    scope: "everybody",
    plans,
    needs: ["acceptedBox"],
    run: suspendLane,
    settle: remind,
    undo: reopenLanes,
  }),
  reopenLane: ways({
    name: "the lane of a request opens again",
    about: "prices",
    scope: "everybody",
    plans,
    needs: ["acceptedBox"],
    prepare: async (fixture) => {
      await suspendLane(fixture);
      await remind(fixture);
    },
    run: reopenLanes,
    settle: remind,
    undo: reopenLanes,
  }),
};

/** Adds a version of the surface service from today on, with so much of its price for fuel. */
async function setFuel({ app, admin }: Fixture, percent: number): Promise<void> {
  const seeded = acceptedServices.find(({ code }) => code === surface);
  if (seeded === undefined) throw new Error("It is not seeded.");
  const { items } = await admin.api.shippingServices.listServiceVersions({ code: surface });
  const { id: _id, version: _version, code, ...details } = seeded;
  const validFrom = todayOfRates(app.clock.now());
  const amount = percent * 100;
  await admin.api.shippingServices.addServiceVersion({
    code,
    expectedVersion: items[0]?.version ?? 0,
    details: {
      ...details,
      surcharges: percent === 0 ? [] : [{ kind: "fuel_percent", condition: {}, amount, validFrom }],
      validFrom,
    },
  });
}

export const shippingServices: Readonly<Record<string, Row>> = {
  addServiceVersion: ways({
    name: "a rate rises",
    about: "prices",
    scope: "everybody",
    plans,
    needs: ["boxToClose"],
    run: (fixture) => setFuel(fixture, 50),
    undo: (fixture) => setFuel(fixture, 0),
  }),
};

export const rates: Readonly<Record<string, Row>> = {
  importRates: { sameAs: "shippingServices.addServiceVersion" },
};

export const goodsRules: Readonly<Record<string, Row>> = {
  addGoodsRule: { sameAs: "lanes.suspendLane" },
  endGoodsRule: { sameAs: "lanes.reopenLane" },
  importGoodsRules: { sameAs: "lanes.suspendLane" },
};

export const suggestions: Readonly<Record<string, Row>> = {
  acceptSuggestions: { sameAs: "shippingServices.addServiceVersion" },
};

/** The first leg from the warehouse of what a customer has sent. */
async function outgoingLeg(fixture: Fixture) {
  const { packageId } = goodsOf(fixture);
  const { package: pkg } = await fixture.customer.api.packages.readPackage({ packageId });
  const leg = pkg.legs.find(({ origin }) => origin === "Hong Kong");
  if (leg === undefined) throw new Error("The package has no leg from the warehouse.");
  return leg;
}

export const tracking: Readonly<Record<string, Row>> = {
  refreshTracking: neither,
  answerQuestion: neither,
  setCarrier: neither,
  retryTracker: neither,
  stopTracker: neither,
  retryCarrierMessage: neither,
  addEvent: ways({
    name: "a carrier delivers what left",
    plans,
    needs: ["handedOver"],
    run: async (fixture) => {
      const { id: legId } = await outgoingLeg(fixture);
      const occurredAt = fixture.app.clock.now().toISOString();
      const event = { legId, stage: "delivered", occurredAt, description: "Delivered" } as const;
      return await fixture.admin.api.tracking.addEvent(event);
    },
  }),
};

/** Staff deliver what left, by hand. */
export const deliver: Operation = {
  name: "staff deliver what left",
  plans,
  needs: ["handedOver"],
  run: async (fixture) =>
    await fixture.admin.api.packages.setLegStatus({
      legId: (await outgoingLeg(fixture)).id,
      status: "delivered",
    }),
};

/** Staff change the carrier of the leg that is about to leave. */
export const changeLeg: Operation = {
  name: "staff change the leg of what departs",
  plans,
  needs: ["departing"],
  run: async (fixture) => {
    const leg = await outgoingLeg(fixture);
    return await fixture.admin.api.packages.updateLeg({
      legId: leg.id,
      ...legFieldsOf(leg),
      carrier: "Pos Laju",
      // Customers are not shown any.
      notes: null,
    });
  },
};

/** Staff add a leg to what left. */
export const addLeg: Operation = {
  name: "staff add a leg to what left",
  plans,
  needs: ["handedOver"],
  run: async (fixture) =>
    await fixture.admin.api.packages.addLeg({
      packageId: goodsOf(fixture).packageId,
      origin: "Malaysia",
      destination: "Malaysia",
      carrier: "Pos Laju",
      trackingNumber: null,
      estimatedDeparture: null,
      estimatedArrival: null,
      notes: null,
    }),
};

/** The waiting box of a customer goes back to the shelf, by the job that looks at everybody's. */
export const shelveByJob: Operation = {
  name: "a box that waited for a week is shelved",
  about: "prices",
  scope: "everybody",
  plans,
  needs: ["packedBox"],
  run: async ({ services, app, customer: { userId } }) => {
    const weekAgo = new Date(app.clock.now().getTime() - 7 * 86_400_000);
    await app.database.kysely
      .updateTable("shipRequests")
      .set({ waitingSince: weekAgo })
      .where("userId", "=", userId)
      .where("state", "=", "waiting_for_customer")
      .execute();
    await remindWaitingRequests(services);
  },
};
