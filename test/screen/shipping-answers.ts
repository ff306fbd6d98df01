// What the pages of ship requests read, for screen tests.
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import type { FakeAnswers } from "./fake-client.ts";
import { measuredParcel, openPackage, parcelsFake } from "./parcels.ts";
import {
  awaitedParcel,
  estimate,
  extraServices,
  recipient,
  secondParcel,
} from "./ship-requests.ts";
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

/** What the page that sends a package reads. */
export function shippingAnswers(overrides: FakeAnswers = {}): FakeAnswers {
  return {
    auth: { readSession: async () => sessionOf(mei) },
    packages: { readPackage: async () => shippedDetails, ...overrides.packages },
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
      listShipRequests: async () => ({ items: [], total: 0 }),
      readShelvedBox: async () => ({ box: null, inboundParcelIds: [], unpacking: null }),
      ...overrides.shipRequests,
    },
  };
}
