import type { FilledSlots } from "#ui/web/slots.ts";

/** What pages show of modules above theirs. */
export const filledSlots: FilledSlots = {
  actionNeeded: async () =>
    (await import("#shipping/web/ship-requests/action-needed.tsx")).ActionNeeded,
  cancelHeldService: async () =>
    (await import("#shipping/web/ship-requests/cancel-held-service.tsx")).CancelHeldService,
  caseOfThing: async () => (await import("#office/web/cases/case-of-thing.tsx")).CaseOfThing,
  casesOfPackage: async () =>
    (await import("#office/web/admin/cases/cases-of-package.tsx")).CasesOfPackage,
  goodsWords: async () =>
    (await import("#goods/web/admin/goods-words/goods-words-card.tsx")).GoodsWordsCard,
  orderedExtras: async () =>
    (await import("#shipping/web/ship-requests/ordered-extras.tsx")).OrderedExtras,
  packageShipping: async () =>
    (await import("#shipping/web/ship-requests/package-shipping.tsx")).PackageShipping,
  parcelExtras: async () =>
    (await import("#shipping/web/ship-requests/extras-card.tsx")).ExtrasCard,
  shelfShipment: async () =>
    (await import("#shipping/web/ship-requests/shelf-shipment.tsx")).ShelfShipment,
  unpaidServices: async () =>
    (await import("#shipping/web/admin/reconciliation/unpaid-services-card.tsx"))
      .UnpaidServicesCard,
  waitingStep: async () =>
    (await import("#shipping/web/ship-requests/waiting-step.tsx")).WaitingStep,
};
