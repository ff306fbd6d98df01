// Inbound parcels for screen tests, and a fake of the operations on them.
import type { FoundNumber, InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { groupOf } from "#goods/rules/inbound-parcel.ts";
import type { FakeAnswers } from "./fake-client.ts";
import { parcelUnderWay } from "./users.ts";

const createdAt = "2031-04-02T08:30:00.000Z";

/** A parcel on its way that is in no package. */
export const expectedParcel: InboundParcel = {
  id: "00000000-0000-4000-8000-000000000501",
  labelCode: "P7K3M9QX2",
  packageId: null,
  packageNumber: null,
  packageTrackingNumber: null,
  trackingNumber: "SF4000000000001",
  piece: 1,
  carrierCode: "sf-express",
  carrierConfidence: "certain",
  source: "declared",
  state: "expected",
  removalAsked: null,
  shop: "Tea House",
  orderReference: "40012345",
  description: "Oolong, 2 tins",
  declaredValueMinor: 12_990,
  declaredCurrency: "CNY",
  warehouseName: "Hong Kong",
  courierDeliveredAt: null,
  receivedAt: null,
  measured: null,
  storage: null,
  thumbnailUrl: null,
  createdAt,
  updatedAt: createdAt,
};

/** A package that still takes parcels. */
export const openPackage: ListedPackage = {
  ...parcelUnderWay,
  status: "pending",
  stage: "gathering",
  parcelsCount: 2,
  parcelsHereCount: 1,
  legs: parcelUnderWay.legs.map((leg) => ({ ...leg, status: "pending" })),
};

/** Another one to the same destination. */
export const otherPackage: ListedPackage = {
  ...openPackage,
  id: "00000000-0000-4000-8000-000000000003",
  number: 1003,
  trackingNumber: "YT8800000000002",
  parcelsCount: 1,
};

/** A parcel in the warehouse, in `openPackage`. */
export const receivedParcel: InboundParcel = {
  ...expectedParcel,
  id: "00000000-0000-4000-8000-000000000502",
  trackingNumber: "SF4000000000002",
  packageId: openPackage.id,
  packageNumber: openPackage.number,
  packageTrackingNumber: openPackage.trackingNumber,
  state: "received",
  shop: "",
  orderReference: "",
  description: "",
  receivedAt: "2031-04-05T02:00:00.000Z",
};

/** What is read besides of a parcel of which neither a proof nor anything else is asked, and that is not being sent. */
export const nothingAsked = {
  warnings: [],
  isValueConfirmed: false,
  proof: null,
  proofAskedFor: [],
  shipRequestState: null,
  services: null,
};

const pictureUrl = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=";

/** What was recorded about `receivedParcel`. */
export const measured = {
  weightGrams: 1250,
  sidesMm: [400, 300, 250],
  condition: "perfect",
  battery: "none",
  goodsFlags: [],
  found: { batteries: [], goods: [] },
} satisfies InboundParcel["measured"];

/** `receivedParcel` with weight, size, condition and a photo. */
export const measuredParcel: InboundParcel = {
  ...receivedParcel,
  measured,
  storage: {
    freeUntil: "2031-05-05",
    daysLeft: 30,
    accruedCents: 0,
    dayCents: 20,
    capCents: 2_000,
  },
  thumbnailUrl: pictureUrl,
};

/** A photo of a parcel, in the order of `number`. */
export function parcelImage(number: number, fields: Partial<ParcelImage> = {}): ParcelImage {
  return {
    id: `00000000-0000-4000-8000-00000000060${number}`,
    kind: "outside",
    imageUrl: pictureUrl,
    thumbnailUrl: pictureUrl,
    createdAt: "2031-04-05T02:01:00.000Z",
    ...fields,
  };
}

/** A number as the server finds it in a text. */
export function foundNumber(
  trackingNumber: string,
  fields: Partial<FoundNumber> = {},
): FoundNumber {
  return {
    trackingNumber,
    carrierCode: "sf-express",
    confidence: "certain",
    inboundParcelId: null,
    packageNumber: null,
    packageTrackingNumber: null,
    shop: "",
    orderReference: "",
    goodsItems: [],
    declaredValueMinor: null,
    declaredCurrency: null,
    ...fields,
  };
}

/** The answer of packages.listPackages with these packages. */
export function listOf(items: readonly ListedPackage[]) {
  const counts = { all: items.length, active: items.length, delivered: 0 };
  return { items: [...items], total: items.length, counts };
}

/** Operations on `parcels`, an array that a test may change. */
export function parcelsFake(
  parcels: readonly InboundParcel[],
): NonNullable<FakeAnswers["inboundParcels"]> {
  return {
    listInboundParcels: async ({
      group = null,
      packageId = null,
      inboundParcelIds,
      search = "",
    }) => {
      const inGroup = (one: string | null) =>
        parcels.filter(({ state }) => one === null || groupOf(state) === one);
      const items = inGroup(group).filter(
        (parcel) =>
          (packageId === null || parcel.packageId === packageId) &&
          (inboundParcelIds?.includes(parcel.id) ?? true) &&
          JSON.stringify(parcel).includes(search),
      );
      const counts = {
        awaited: inGroup("awaited").length,
        here: inGroup("here").length,
        gone: inGroup("gone").length,
      };
      return { items, total: items.length, counts };
    },
  };
}

export const secondParcel = {
  ...measuredParcel,
  id: "00000000-0000-4000-8000-000000000504",
  trackingNumber: "YT7700000000004",
  description: "Running shoes",
};

export const awaitedParcel = {
  ...measuredParcel,
  id: "00000000-0000-4000-8000-000000000505",
  trackingNumber: "ZTO550000000005",
  description: "Book",
  state: "expected" as const,
  measured: null,
  storage: null,
  thumbnailUrl: null,
};
