import type { ListedPackage, ShippingLeg } from "#goods/contract/packages.ts";
import type { Person } from "#platform/contract/session.ts";
import type { PublicSettings } from "#platform/contract/settings.ts";
import type { Profile } from "#people/contract/profile.ts";
import type { Subscription } from "#money/contract/plans.ts";
import { enteredProfile } from "#test/profiles.ts";

/** A customer on the Super plan with 7 packages left and $125.50. */
export const mei: Person = {
  id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e11",
  email: "mei.tan@example.com",
  fullName: "Mei Tan",
  walletBalanceCents: 12_550,
  subscription: "Super",
  packageQuota: 7,
  maxWeightGrams: 4000,
  displayCurrency: "USD",
  isAdmin: false,
  roles: [],
  hasTwoFactor: false,
  language: "en",
  isCustomer: true,
  // Tests make staff of her by further fields; customers have false.
  isWarehouseEntered: true,
};

/** The profile of `mei`, without an address, with the fields given. */
export function profileOf(fields: Partial<Profile> = {}): Profile {
  return { id: mei.id, email: mei.email, ...enteredProfile(), ...fields };
}

/** What every role of staff sees of `mei`. */
export const meiAsCustomer = { initial: "M", plan: "Super" } as const;

/** Public settings without sandbox, with open registration. */
export const publicSettings: PublicSettings = {
  isSandbox: false,
  hasSandboxMailbox: false,
  supportEmail: null,
  isInMaintenance: false,
  isRegistrationOpen: true,
  hasWarehouse: true,
};

/** The answer of auth.readSession for a signed-in user. */
export function sessionOf(person: Person) {
  return { person, expiresAt: new Date(Date.now() + 600_000).toISOString() };
}

/** The subscription of `mei`. */
export const superPlan: Subscription = {
  subscription: "Super",
  packageQuota: 7,
  maxWeightGrams: 4000,
  status: "active",
  currentPeriodEndsAt: "2031-05-14T09:00:00.000Z",
  cancelsAtPeriodEnd: false,
  nextPlan: null,
};

/** The answer of plans.readSubscription without a plan. */
export const noPlan: Subscription = {
  subscription: null,
  packageQuota: 0,
  maxWeightGrams: 0,
  status: "none",
  currentPeriodEndsAt: null,
  cancelsAtPeriodEnd: false,
  nextPlan: null,
};

const createdAt = "2031-04-02T08:30:00.000Z";

function leg(legNumber: number, fields: Partial<ShippingLeg>): ShippingLeg {
  return {
    id: `00000000-0000-4000-8000-00000000010${legNumber}`,
    packageId: "00000000-0000-4000-8000-000000000001",
    legNumber,
    origin: "Hong Kong",
    destination: "Singapore",
    carrier: null,
    statusSource: "staff",
    statusSince: null,
    departedAt: null,
    arrivedAt: null,
    trackingNumber: null,
    estimatedDeparture: null,
    estimatedArrival: null,
    notes: null,
    status: "pending",
    createdAt,
    updatedAt: createdAt,
    ...fields,
  };
}

/** A package on its second of three legs to the United States. */
export const parcelUnderWay: ListedPackage = {
  id: "00000000-0000-4000-8000-000000000001",
  number: 1001,
  userId: mei.id,
  trackingNumber: "SF1234567890123",
  origin: "China",
  destination: "United States",
  description: "Ceramic tea set",
  contents: "Ceramic tea set",
  estimatedWeightGrams: 1850,
  finalWeightGrams: null,
  imagesCount: 0,
  thumbnailUrl: null,
  status: "in_transit",
  stage: "on_the_way",
  parcelsCount: 0,
  parcelsHereCount: 0,
  createdAt,
  updatedAt: createdAt,
  deliveredAt: null,
  legs: [
    leg(1, {
      origin: "China",
      destination: "Hong Kong",
      carrier: "SF Express",
      trackingNumber: "SF1234567890123",
      estimatedDeparture: "2031-04-02T08:30:00.000Z",
      estimatedArrival: "2031-04-07T08:30:00.000Z",
      status: "delivered",
    }),
    leg(2, {
      carrier: "Hong Kong Post",
      trackingNumber: "EB000717595HK",
      estimatedDeparture: "2031-04-07T08:30:00.000Z",
      estimatedArrival: "2031-04-25T08:30:00.000Z",
      status: "in_transit",
    }),
    leg(3, {
      origin: "Singapore",
      destination: "United States",
      carrier: "Singapore Post",
      estimatedDeparture: "2031-04-25T08:30:00.000Z",
      estimatedArrival: "2031-05-15T08:30:00.000Z",
    }),
  ],
};

/** A delivered package with a single leg. */
export const parcelDelivered: ListedPackage = {
  ...parcelUnderWay,
  id: "00000000-0000-4000-8000-000000000002",
  number: 1002,
  trackingNumber: "RA123456785HK",
  origin: "Hong Kong",
  destination: "Germany",
  description: null,
  contents: null,
  estimatedWeightGrams: null,
  finalWeightGrams: 940,
  status: "delivered",
  stage: "delivered",
  deliveredAt: "2031-04-20T10:00:00.000Z",
  legs: [leg(1, { destination: "Germany", carrier: "Hong Kong Post", status: "delivered" })],
};
