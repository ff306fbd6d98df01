import type { OrderedExtraService } from "#goods/contract/parcel-measurements.ts";

/** What was ordered for a parcel and is not done yet, for tests of screens. */
export const orderedExtra: OrderedExtraService = {
  id: "00000000-0000-4000-8000-000000000701",
  code: "contents_check",
  name: "Contents check",
  per: "inbound_parcel",
  inboundParcelId: "00000000-0000-4000-8000-000000000702",
  packageId: null,
  shipRequestId: null,
  quantity: 1,
  state: "ordered",
  dueAt: "2031-04-04T08:30:00.000Z",
  resultText: "",
  checkedItems: [],
  images: [],
  createdAt: "2031-04-02T08:30:00.000Z",
  endedAt: null,
  priceCents: 140,
  shortfallCents: 0,
};
