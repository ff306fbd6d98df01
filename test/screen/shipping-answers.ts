// What the pages of ship requests read, for screen tests.
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import type { FakeAnswers } from "./fake-client.ts";
import {
  awaitedParcel,
  measuredParcel,
  openPackage,
  parcelsFake,
  secondParcel,
} from "./parcels.ts";
import { declaration, requestDeclaration } from "./declarations.ts";
import { estimate, extraServices, recipient } from "./ship-requests.ts";
import { mei, sessionOf } from "./users.ts";

/** The package of these requests, of which two parcels are here and one is awaited. */
const shippedDetails: OwnPackageDetails = {
  package: { ...openPackage, parcelsCount: 3, parcelsHereCount: 2 },
  recipient,
  events: [],
  images: [],
  charges: [],
  carrierEvents: [],
  estimates: [],
  returnsQuota: false,
};

const { packageId: _packageId, ...ofParcels } = estimate;

/** The same for two parcels of the shelf, both in the package that is used. */
export const parcelsEstimate: ParcelsEstimate = {
  ...ofParcels,
  inboundParcelIds: [measuredParcel.id, secondParcel.id],
  expectedCents: 1740,
  changes: [
    { inboundParcelId: measuredParcel.id, changeCents: -210 },
    { inboundParcelId: secondParcel.id, changeCents: 0 },
  ],
  package: {
    id: openPackage.id,
    number: openPackage.number,
    trackingNumber: openPackage.trackingNumber,
  },
  mergedPackages: [],
  beingSent: [],
  goesBy: { count: 2, of: 2 },
  usesQuota: false,
  remainingPackages: 3,
  planMaxWeightGrams: 4_000,
  obstacle: null,
  recipientSource: "package",
  recipientFaults: [],
};

/** What the page that sends a package reads. */
export function shippingAnswers(overrides: FakeAnswers = {}): FakeAnswers {
  return {
    ...overrides,
    auth: { readSession: async () => sessionOf(mei) },
    packages: {
      readPackage: async () => shippedDetails,
      listRecentRecipients: async () => ({ items: [] }),
      ...overrides.packages,
    },
    inboundParcels:
      overrides.inboundParcels ??
      parcelsFake([
        { ...measuredParcel, description: "Oolong, 2 tins" },
        secondParcel,
        awaitedParcel,
      ]),
    extraServices: {
      listExtraServices: async () => ({ items: [...extraServices] }),
      ...overrides.extraServices,
    },
    wallet: {
      readWallet: async () => ({ balanceCents: 12_550, heldCents: 0, holds: [] }),
      ...overrides.wallet,
    },
    shipRequests: {
      estimateShipping: async () => estimate,
      estimateParcels: async ({ inboundParcelIds = parcelsEstimate.inboundParcelIds }) => ({
        ...parcelsEstimate,
        inboundParcelIds: [...inboundParcelIds],
        parcelsCount: inboundParcelIds.length,
      }),
      listShipRequests: async () => ({ items: [], total: 0 }),
      readParcelsDeclaration: async () => declaration,
      readDeclaration: async () => requestDeclaration,
      readShelvedBox: async () => ({ box: null, inboundParcelIds: [], unpacking: null }),
      ...overrides.shipRequests,
    },
  };
}
