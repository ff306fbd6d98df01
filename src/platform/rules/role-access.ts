import type { StaffAccess } from "./staff-role.ts";

/**
 * Who has access to each kind of work, for its operations, pages and the fields that are withheld from others. A manager
 * and an admin have all of it.
 */
export const roleAccess = {
  dashboard: { roles: ["support", "finance"] },
  /** Reading packages, without their customer's contacts and without money. */
  shipments: { roles: ["receiver", "packer", "support"] },
  /** What a package needs to be packed: its final weight and its labels. */
  packing: { roles: ["packer"] },
  /** Reading ship requests without money and contacts, and cancelling them with a reason. */
  shipRequests: { roles: ["packer", "support"] },
  /** Correcting how goods are described to customs, with a reason. */
  goodsCorrections: { roles: ["packer", "support"] },
  /** Adding images to a customer's package. */
  packageImages: { roles: ["receiver", "packer"] },
  /** Changing where a package is, and removing what was recorded about it. */
  packageChanges: { roles: ["manager"] },
  /** Packages and emails that need attention. */
  workItems: { roles: ["support"] },
  /** Numbers that are followed at the tracking provider. */
  tracking: { roles: ["support"] },
  /** Accounts with names, emails and addresses; these are withheld from all others. */
  customers: { roles: ["support", "finance"] },
  /** Wallets, payouts, payments, refunds and reconciliation; balances and charges are withheld from all others. */
  money: { roles: ["finance"] },
  /** Inbound parcels, without their customer's contacts. */
  inboundParcels: { roles: ["receiver", "packer", "support"] },
  /** Recording what arrives: weights, photos and where it lies. */
  receiving: { roles: ["receiver"] },
  /** Putting right who owns a parcel, or that one was received at all. */
  receivingMistakes: { roles: ["receiver", "support"] },
  /** Returning parcels to their senders and disposing of them, which two people decide. */
  parcelRemovals: { roles: ["packer", "support"] },
  /** Finding out whose a parcel is, and deciding claims; it needs customers' accounts. */
  parcelClaims: { roles: ["support"] },
  /** Answering what customers say is wrong, by email; it needs their addresses. */
  cases: { roles: ["support"] },
  /** Reading cases and granting money in them, within the limits of a role. */
  caseMoney: { roles: ["support", "finance"] },
  /** A customer's packages, parcels and cases in one place; it needs customers' accounts. */
  customerThings: { roles: ["support"] },
  /** Which warehouse a desk is in. */
  desks: { roles: ["receiver", "packer"] },
  parcelLabels: { roles: ["receiver", "packer"] },
  warehouses: { roles: ["manager"] },
  storageRates: { roles: ["manager"] },
  services: { roles: ["manager"] },
  /** Reading which goods services take; managers change it. */
  goodsRules: { roles: ["packer", "support"] },
  /** Boxes, extra services and what they cost. */
  packingPrices: { roles: ["manager"] },
  /** What the product suggests for pages of set-up; who may use the page may accept it. */
  suggestions: { roles: ["manager"] },
  carriers: { roles: ["manager"] },
  lanes: { roles: ["manager"] },
  limits: { roles: ["manager"] },
  admin: "admin",
} as const satisfies Readonly<Record<string, StaffAccess>>;
