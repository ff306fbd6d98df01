import type { FilledSlots } from "#web/slots.ts";

/** What pages show of modules above theirs. */
export const filledSlots: FilledSlots = {
  actionNeeded: async () => (await import("#web/ship-requests/action-needed.tsx")).ActionNeeded,
  cancelHeldService: async () =>
    (await import("#web/ship-requests/cancel-held-service.tsx")).CancelHeldService,
  orderedExtras: async () => (await import("#web/ship-requests/ordered-extras.tsx")).OrderedExtras,
  packageShipping: async () =>
    (await import("#web/ship-requests/package-shipping.tsx")).PackageShipping,
  parcelExtras: async () => (await import("#web/ship-requests/extras-card.tsx")).ExtrasCard,
  readyToShip: async () => (await import("#web/ship-requests/ready-to-ship.tsx")).ReadyToShip,
  unpaidServices: async () =>
    (await import("#web/admin/reconciliation/unpaid-services-card.tsx")).UnpaidServicesCard,
};
