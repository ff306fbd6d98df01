// A ship request of two parcels at the packing desk, for tests of screens.
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { PackingRequest, QueueCounts, QueuedShipRequest } from "#shipping/contract/packing.ts";
import { noGoods } from "#goods/rules/goods-item.ts";

export const idOf = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
export const warehouse = { id: idOf(1), code: "HK1", name: "Kwun Tong" };
export const queuedRequest: QueuedShipRequest = {
  id: idOf(2),
  packageId: idOf(3),
  reference: "SR000123",
  packageNumber: 1024,
  trackingNumber: "SF1234567890123",
  destination: "United States",
  state: "requested",
  waitingReason: null,
  plan: "Super",
  customerInitial: "M",
  memberCode: "S7K32QX",
  isPriority: true,
  dueAt: "2031-04-03T08:30:00.000Z",
  parcelsCount: 2,
  foundCount: 0,
  openExtraServices: 0,
  packer: null,
  createdAt: "2031-04-02T08:30:00.000Z",
};
export const queueCounts: QueueCounts = { to_pack: 1, waiting: 2, packed: 3, extraServices: 4 };
type Parcel = PackingRequest["parcels"][number];
export const parcelToPack = (number: number, labelCode: string): Parcel => ({
  inboundParcelId: idOf(10 + number),
  labelCode,
  trackingNumber: `YT10000000000000${number}`,
  state: "to_find",
  isToTakeOut: false,
  storageLocationCode: `A-0${number}`,
  weightGrams: 900,
  sidesMm: [200, 150, 100],
  battery: "none",
  goodsFlags: [],
  found: { batteries: [], goods: [] },
  imageUrl: null,
  thumbnailUrl: null,
  goodsItems: [
    {
      ...noGoods,
      description: "Stoneware teapots",
      quantity: 2,
      unitValueMinor: 1_250,
      currency: "USD",
      hsCode: "6912003910",
      hsCodeSource: "staff",
    },
  ],
  correctedItems: [],
  warnings: [],
  isValueLow: false,
  isValueConfirmed: false,
  extraServices: [],
});
export const requestToPack: PackingRequest = {
  ...queuedRequest,
  note: "Please fold the coat.",
  version: 1,
  countryCode: "US",
  hsDigits: 10,
  parcels: [parcelToPack(1, "22222222"), parcelToPack(2, "33333333")],
  extraServices: [],
  boxes: [{ id: idOf(30), name: "M", sidesMm: [400, 300, 250], emptyGrams: 300 }],
  suggestedBoxId: idOf(30),
  images: [],
  packed: null,
};

export const pictureUrl = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=";

/** An extra service of the whole package. */
export const workToDo: ExtraServiceWork = {
  id: idOf(40),
  code: "detail_photo",
  name: "Detail photo",
  per: "photo",
  inboundParcelId: null,
  packageId: requestToPack.packageId,
  shipRequestId: requestToPack.id,
  quantity: 2,
  state: "ordered",
  dueAt: "2031-04-03T08:30:00.000Z",
  resultText: "",
  checkedItems: [],
  images: [
    {
      id: idOf(41),
      imageUrl: pictureUrl,
      thumbnailUrl: pictureUrl,
      createdAt: "2031-04-02T09:00:00.000Z",
    },
  ],
  createdAt: "2031-04-02T08:30:00.000Z",
  endedAt: null,
  needsImages: true,
  canRefuse: true,
  declaredItems: [],
  labelCode: "7XKD9M2P",
  storageLocationCode: "A-03-2",
};
