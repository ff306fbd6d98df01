// The operations that change parcels, and those that change the packages that gather them.
import { randomUUID } from "node:crypto";
import { packageInput } from "#test/packages.ts";
import { receiveInput } from "#test/receiving.ts";
import type { Fixture } from "./fixture.ts";
import type { GatheringPackages } from "./gathering-packages.ts";
import { neither, type Operation, type Row, ways } from "./operation.ts";

type Run = (fixture: Fixture & { readonly gathering: GatheringPackages }) => Promise<unknown>;

/** An operation for customers with two packages and parcels in them. */
function parcelOperation(
  name: string,
  run: Run,
  changes: Partial<Pick<Operation, "needs">> = {},
): Operation {
  return {
    name,
    about: "parcels",
    plans: ["subscription", "endingSubscription", "complimentary"],
    needs: ["gatheringPackages", ...(changes.needs ?? [])],
    run: async (fixture) => {
      const { gathering } = fixture;
      if (gathering === null) throw new Error("The fixture has no packages with parcels.");
      return await run({ ...fixture, gathering });
    },
  };
}

const declare = parcelOperation("parcels are declared into a package", (fixture) =>
  fixture.customer.api.inboundParcels.declareInboundParcels({
    items: ["SF5000000000011", fixture.gathering.looseNumber].map((trackingNumber) => ({
      trackingNumber,
    })),
    packageId: fixture.gathering.pkg.id,
    idempotencyKey: randomUUID(),
  }),
);

const move = parcelOperation(
  "a parcel is moved into the other package",
  ({ customer, gathering }) =>
    customer.api.inboundParcels.moveInboundParcels({
      inboundParcelIds: gathering.parcelIds.slice(0, 1),
      packageId: gathering.other.id,
    }),
);

const takeOut = parcelOperation("a parcel is taken out of its package", ({ customer, gathering }) =>
  customer.api.inboundParcels.moveInboundParcels({
    inboundParcelIds: gathering.otherParcelIds.slice(0, 1),
    packageId: null,
  }),
);

export const merge = parcelOperation("two packages are merged", ({ customer, gathering }) =>
  customer.api.packages.mergePackages({
    packageId: gathering.pkg.id,
    fromPackageId: gathering.other.id,
  }),
);

export const mergeBack = parcelOperation(
  "two packages are merged the other way",
  ({ customer, gathering }) =>
    customer.api.packages.mergePackages({
      packageId: gathering.other.id,
      fromPackageId: gathering.pkg.id,
    }),
);

export const split = parcelOperation(
  "a package is split with the last of the quota",
  ({ customer, gathering }) =>
    customer.api.packages.splitPackage({
      packageId: gathering.pkg.id,
      inboundParcelIds: gathering.parcelIds.slice(1, 2),
      idempotencyKey: randomUUID(),
    }),
  { needs: ["lastPackage"] },
);

export const createWithNumbers = parcelOperation(
  "a package is added with further numbers",
  ({ customer, gathering }) =>
    customer.api.packages.createPackage({
      ...packageInput({ trackingNumber: "SF5000000000012" }),
      furtherTrackingNumbers: ["SF5000000000002", gathering.looseNumber],
    }),
  { needs: ["lastPackage"] },
);

export const voidDirectly = parcelOperation("staff void a package", ({ admin, gathering }) =>
  admin.api.packages.setPackageStatus({ packageId: gathering.pkg.id, status: "voided" }),
);

export const deletePackage = parcelOperation("staff delete a package", ({ admin, gathering }) =>
  admin.api.packages.deletePackage({ packageId: gathering.other.id }),
);

export const depart = parcelOperation(
  "staff move the leg from Hong Kong",
  ({ admin, gathering: { other } }) =>
    admin.api.packages.setLegStatus({
      legId: other.legs.find(({ legNumber }) => legNumber === 2)?.id ?? "",
      status: "in_transit",
    }),
);

/** Receives the first parcel that the package awaits, as the desk does that chose it. */
function receive(fixture: Fixture, inboundParcelId: string, input: object = {}) {
  const { app, admin, warehouseId } = fixture;
  const choice = { inboundParcelId, ...input };
  return admin.api.receiving.receiveInboundParcel(receiveInput(app, warehouseId, choice));
}

/** The operations of the receiving desk. */
export const receiving: Readonly<Record<string, Row>> = {
  receiveInboundParcel: ways(
    parcelOperation("an awaited parcel is received", (fixture) =>
      receive(fixture, fixture.gathering.parcelIds[0] ?? ""),
    ),
    parcelOperation("the last awaited parcel of a package is received", (fixture) =>
      receive(fixture, fixture.gathering.otherParcelIds[1] ?? ""),
    ),
    parcelOperation("another piece of a parcel is received", (fixture) =>
      receive(fixture, fixture.gathering.otherParcelIds[0] ?? "", { isAnotherPiece: true }),
    ),
  ),
  correctParcelOwner: ways(
    parcelOperation("a parcel is taken from the customer", ({ admin, customer, gathering }) =>
      admin.api.receiving.correctParcelOwner({
        inboundParcelId: gathering.otherParcelIds[0] ?? "",
        fromUserId: customer.userId,
        memberCode: null,
        reason: "The label bears another code",
        idempotencyKey: randomUUID(),
      }),
    ),
  ),
  undoReceiving: ways(
    parcelOperation("a parcel is received and that is undone", async (fixture) => {
      const inboundParcelId = fixture.gathering.parcelIds[0] ?? "";
      await receive(fixture, inboundParcelId);
      const undone = { inboundParcelId, reason: "It is another one", idempotencyKey: randomUUID() };
      return await fixture.admin.api.receiving.undoReceiving(undone);
    }),
  ),
  measureAgain: neither,
  correctReceivingRecord: neither,
  addInboundParcelImage: neither,
  storeInboundParcels: neither,
};

/** Gives the customer a parcel that lies here without an owner; a number of its own, so that no fixture has it. */
async function match(fixture: Fixture, declaredParcelId: string): Promise<unknown> {
  const { app, admin, customer, warehouseId } = fixture;
  const arrival = receiveInput(app, warehouseId, { scan: null });
  const { parcel } = await admin.api.receiving.receiveInboundParcel(arrival);
  const { memberCode } = await customer.api.inboundParcels.readAddress({});
  return await admin.api.parcelClaims.matchInboundParcel({
    inboundParcelId: parcel.id,
    memberCode,
    declaredParcelId,
    reason: "The customer showed the order",
  });
}

/** The operations on claims; of those that change parcels, both give them through the same function. */
export const parcelClaims: Readonly<Record<string, Row>> = {
  claimInboundParcel: neither,
  addClaimFile: neither,
  withdrawClaim: neither,
  decideClaim: { sameAs: "parcelClaims.matchInboundParcel" },
  matchInboundParcel: ways(
    parcelOperation("a parcel of the customer is found without an owner", (fixture) =>
      match(fixture, fixture.gathering.otherParcelIds[1] ?? ""),
    ),
  ),
};

/** The operations on parcels themselves. */
export const inboundParcels: Readonly<Record<string, Row>> = {
  readPasted: neither,
  declareInboundParcels: ways(declare),
  changeDeclaration: neither,
  cancelInboundParcel: ways(
    parcelOperation("a parcel is cancelled", ({ customer, gathering }) =>
      customer.api.inboundParcels.cancelInboundParcel({
        inboundParcelId: gathering.parcelIds[0] ?? "",
      }),
    ),
  ),
  moveInboundParcels: ways(move, takeOut),
  rejectInboundParcel: ways(
    parcelOperation("a parcel is rejected", ({ customer, gathering }) =>
      customer.api.inboundParcels.rejectInboundParcel({
        inboundParcelId: gathering.otherParcelIds[0] ?? "",
      }),
    ),
  ),
};
