// Ship requests for screen tests.
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { usualCategory } from "#shipping/rules/declaration.ts";
import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { ShippingEstimate } from "#shipping/contract/ship-quotes.ts";
import { looseBatteryRule } from "./goods-rule.ts";
import { measuredParcel, openPackage, secondParcel } from "./parcels.ts";

const createdAt = "2031-04-06T02:00:00.000Z";
const validUntil = "2031-04-13T02:00:00.000Z";
const pictureUrl = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=";
export const recipient: ShipRequest["recipient"] = {
  ...emptyRecipient,
  name: "Mei Tan",
  phone: "+1 206 555 0100",
  address: "1200 Harbor Avenue SW",
  addressLine2: "Unit 4",
  city: "Seattle",
  state: "WA",
  postalCode: "98116",
};

type Service = ShipRequest["quotes"][number]["service"];

export const airService: Service = {
  id: "00000000-0000-4000-8000-000000000801",
  code: "hk_post_air",
  name: "Hong Kong Post Air Mail",
  mode: "air",
  currency: "HKD",
  deliveryMin: 7,
  deliveryMax: 14,
  deliveryUnit: "business_days",
};

const surfaceService: Service = {
  ...airService,
  id: "00000000-0000-4000-8000-000000000802",
  code: "hk_post_surface",
  name: "Hong Kong Post Surface Mail",
  mode: "surface",
  deliveryMin: 8,
  deliveryMax: 12,
  deliveryUnit: "weeks",
};

/** An estimate with an open service, another one, and one that is closed for two reasons. */
export const estimate: ShippingEstimate = {
  packageId: openPackage.id,
  parcelsCount: 2,
  unmeasuredCount: 0,
  fromGrams: 2500,
  toGrams: 2900,
  boxName: "Large",
  boxCents: 120,
  storageCents: 240,
  recipient,
  countryCode: "US",
  isDutyPrepaid: true,
  exchangeDay: "2031-04-05",
  items: [
    {
      service: airService,
      reasons: [],
      possibleReasons: [],
      addressFaults: [],
      goodsLimits: [],
      fromChargeableGrams: 2500,
      toChargeableGrams: 3000,
      decidedBy: "actual",
      rateValidFrom: "2031-01-01",
      fromCents: 2310,
      toCents: 2750,
    },
    {
      service: surfaceService,
      reasons: [],
      possibleReasons: [{ kind: "too_long", maximumMm: 600 }],
      addressFaults: [],
      goodsLimits: [],
      fromChargeableGrams: 6000,
      toChargeableGrams: 6000,
      decidedBy: "volumetric",
      rateValidFrom: "2031-01-01",
      fromCents: 1480,
      toCents: 1620,
    },
    {
      service: {
        ...airService,
        id: "00000000-0000-4000-8000-000000000803",
        code: "express",
        name: "Express to the door",
        mode: "express",
        deliveryMin: 2,
        deliveryMax: 4,
      },
      reasons: [
        looseBatteryRule,
        { kind: "lane_suspended", suspendedOn: "2025-04-16", destinationCode: "US", reason: "War" },
      ],
      possibleReasons: [],
      addressFaults: [],
      goodsLimits: [],
      fromChargeableGrams: null,
      toChargeableGrams: null,
      decidedBy: null,
      rateValidFrom: "2031-01-01",
      fromCents: null,
      toCents: null,
    },
  ],
};

export const extraServices: readonly OfferedExtraService[] = [
  {
    code: "bubble_wrap",
    name: "Bubble wrap",
    per: "package",
    priceCents: 110,
    isFree: false,
    promisedHours: 48,
    canRefuse: false,
  },
  {
    code: "detail_photo",
    name: "Detail photo",
    per: "photo",
    priceCents: 25,
    isFree: false,
    promisedHours: 24,
    canRefuse: true,
  },
];

const toFind = { weightGrams: 1250, state: "to_find", thumbnailUrl: pictureUrl } as const;
const requestedParcels: ShipRequest["parcels"] = [
  {
    inboundParcelId: measuredParcel.id,
    labelCode: measuredParcel.labelCode,
    trackingNumber: measuredParcel.trackingNumber,
    description: "Oolong, 2 tins",
    ...toFind,
  },
  {
    inboundParcelId: secondParcel.id,
    labelCode: "P7K3M9QX9",
    trackingNumber: secondParcel.trackingNumber,
    description: secondParcel.description,
    ...toFind,
  },
];

/** A quote of the packed box: freight with a step, a fuel surcharge, box, an extra service and storage. */
export const airQuote: ShipRequest["quotes"][number] = {
  id: "00000000-0000-4000-8000-000000000811",
  number: "Q-2031-000123",
  basis: "packed",
  service: airService,
  rateValidFrom: "2031-01-01",
  lines: [
    {
      kind: "freight",
      legNumber: 1,
      subject: null,
      currency: "HKD",
      originalCents: 15_600,
      amountCents: 2000,
      working: {
        kind: "band",
        chargeableGrams: 2900,
        bandUpToGrams: 2000,
        bandCents: 13_200,
        steps: 2,
        stepGrams: 500,
        stepCents: 1200,
      },
    },
    {
      kind: "fuel_percent",
      legNumber: 1,
      subject: null,
      currency: "HKD",
      originalCents: 780,
      amountCents: 100,
      working: { kind: "percent", baseCents: 15_600, hundredths: 500 },
    },
    {
      kind: "service_fee",
      legNumber: null,
      subject: "box:Large",
      currency: "USD",
      originalCents: 120,
      amountCents: 120,
      working: { kind: "units", units: 1, unitCents: 120 },
    },
    {
      kind: "service_fee",
      legNumber: null,
      subject: "extra_service:detail_photo",
      currency: "USD",
      originalCents: 50,
      amountCents: 50,
      working: { kind: "units", units: 2, unitCents: 25 },
    },
    {
      kind: "storage_fee",
      legNumber: null,
      subject: null,
      currency: "USD",
      originalCents: 240,
      amountCents: 240,
      working: {
        kind: "storage",
        parcels: [{ inboundParcelId: measuredParcel.id, days: 12, dayCents: 20, capCents: 2000 }],
      },
    },
  ],
  exchange: {
    day: "2031-04-05",
    source: "European Central Bank",
    rates: { USD: "1.08210000", HKD: "8.44040000", GBP: "0.80000000" },
  },
  weightGrams: 2900,
  chargeableGrams: 2900,
  volumetricGrams: null,
  freightCents: 2100,
  storageCents: 240,
  serviceCents: 120,
  extraServiceCents: 50,
  totalCents: 2510,
  createdAt,
  validUntil,
  ended: null,
};

export const surfaceQuote: ShipRequest["quotes"][number] = {
  ...airQuote,
  id: "00000000-0000-4000-8000-000000000812",
  number: "Q-2031-000124",
  service: surfaceService,
  lines: airQuote.lines.map((line, index) =>
    index === 0 ? { ...line, originalCents: 9360, amountCents: 1200 } : line,
  ),
  freightCents: 1300,
  totalCents: 1710,
};

/** A request of two parcels that nobody packs yet. */
export const newRequest: ShipRequest = {
  id: "00000000-0000-4000-8000-000000000700",
  packageId: openPackage.id,
  packageName: `${packageNumberText(openPackage.number)} (Ceramic tea set)`,
  trackingNumber: openPackage.trackingNumber,
  destination: "United States",
  countryCode: "US",
  state: "requested",
  waitingReason: null,
  waitingSince: null,
  shelvedAfter: null,
  paymentMode: "quote_first",
  serviceCode: null,
  serviceName: null,
  capCents: null,
  heldCents: 0,
  totalCents: null,
  parcelsCount: 2,
  createdAt,
  endedAt: null,
  recipient,
  note: "Please keep the shoe box.",
  ...usualCategory,
  signedAt: null,
  dueAt: "2031-04-08T02:00:00.000Z",
  version: 1,
  parcels: requestedParcels,
  extraServices: [],
  packed: null,
  images: [],
  quotes: [],
  services: [],
  stopped: null,
  maximumGrams: 4000,
  isDutyPrepaid: true,
  missingCents: 0,
  choosableParcels: [],
  events: [
    {
      id: "1",
      kind: "requested",
      actor: "customer",
      parcelsCount: 2,
      createdAt,
    },
  ],
  mayCancel: true,
  endedReason: "",
};

/** A packed box whose customer chooses between two prices. */
export const packedRequest: ShipRequest = {
  ...newRequest,
  state: "waiting_for_customer",
  waitingReason: "price",
  waitingSince: createdAt,
  shelvedAfter: validUntil,
  heldCents: 50,
  version: 5,
  parcels: requestedParcels.map((parcel) => ({ ...parcel, state: "in_box" })),
  extraServices: [
    {
      id: "00000000-0000-4000-8000-000000000821",
      code: "detail_photo",
      name: "Detail photo",
      per: "photo",
      inboundParcelId: measuredParcel.id,
      packageId: null,
      shipRequestId: newRequest.id,
      quantity: 2,
      state: "done",
      dueAt: "2031-04-07T02:00:00.000Z",
      resultText: "The lid has a small dent.",
      checkedItems: [],
      images: [
        {
          id: "00000000-0000-4000-8000-000000000831",
          imageUrl: pictureUrl,
          thumbnailUrl: pictureUrl,
          createdAt,
        },
      ],
      createdAt,
      endedAt: createdAt,
      priceCents: 50,
      shortfallCents: 0,
    },
  ],
  packed: { weightGrams: 2900, sidesMm: [400, 300, 250], boxName: "Large", packedAt: createdAt },
  images: (["open_box", "closed_on_scale"] as const).map((kind, index) => ({
    id: `00000000-0000-4000-8000-00000000084${index}`,
    kind,
    imageUrl: pictureUrl,
    thumbnailUrl: pictureUrl,
    createdAt,
  })),
  quotes: [surfaceQuote, airQuote],
  services: [
    {
      service: surfaceService,
      reasons: [],
      addressFaults: [],
      goodsLimits: [],
      quoteId: surfaceQuote.id,
    },
    { service: airService, reasons: [], addressFaults: [], goodsLimits: [], quoteId: airQuote.id },
    {
      service: { ...airService, code: "express", name: "Express to the door" },
      reasons: [looseBatteryRule],
      addressFaults: [],
      goodsLimits: [],
      quoteId: null,
    },
  ],
  events: [
    ...newRequest.events,
    { id: "2", kind: "packing_started", actor: "staff", createdAt },
    { id: "3", kind: "box_closed", actor: "staff", weightGrams: 2900, createdAt },
    { id: "4", kind: "waiting", actor: "system", waitingReason: "price", createdAt },
  ],
};

/** `packedRequest` after its air quote was accepted. */
export const acceptedRequest: ShipRequest = {
  ...packedRequest,
  state: "accepted",
  waitingReason: null,
  waitingSince: null,
  shelvedAfter: null,
  serviceCode: airService.code,
  serviceName: airService.name,
  heldCents: 2510,
  totalCents: 2510,
  quotes: [{ ...airQuote, ended: "accepted" }],
  services: [],
  events: [
    ...packedRequest.events,
    {
      id: "5",
      kind: "accepted",
      actor: "customer",
      amountCents: 2510,
      serviceName: airService.name,
      createdAt,
    },
  ],
};
