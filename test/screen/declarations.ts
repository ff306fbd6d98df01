// What parcels and ship requests declare to customs, for screen tests.
import type { RequestDeclaration, ShipDeclaration } from "#shipping/contract/declarations.ts";
import { usualCategory } from "#shipping/rules/declaration.ts";
import { noGoods } from "#goods/rules/goods-item.ts";
import { measuredParcel, secondParcel } from "./parcels.ts";

const declaredParcel = {
  netGrams: [1_250],
  correctedItems: [],
  warnings: [],
  isValueLow: false,
  isValueConfirmed: false,
};

/** What the two parcels of these requests declare: all that is needed. */
export const declaration: ShipDeclaration = {
  parcels: [
    {
      ...declaredParcel,
      inboundParcelId: measuredParcel.id,
      trackingNumber: measuredParcel.trackingNumber,
      labelCode: measuredParcel.labelCode,
      description: "Oolong, 2 tins",
      goodsItems: [
        {
          ...noGoods,
          description: "Oolong tea",
          quantity: 2,
          unitValueMinor: 1_155,
          currency: "USD",
        },
      ],
    },
    {
      ...declaredParcel,
      inboundParcelId: secondParcel.id,
      trackingNumber: secondParcel.trackingNumber,
      labelCode: "P7K3M9QX9",
      description: secondParcel.description,
      goodsItems: [
        { ...noGoods, description: "Printed books", unitValueMinor: 1_900, currency: "USD" },
      ],
    },
  ],
  missing: [],
  withoutIdentifiers: [],
  totals: [{ currency: "USD", valueMinor: 4_210 }],
  mayBeGift: true,
};

/** The same without the price of the second. */
export const incompleteDeclaration: ShipDeclaration = {
  ...declaration,
  parcels: declaration.parcels.map((parcel, at) =>
    at === 0 ? parcel : { ...parcel, goodsItems: [{ ...noGoods, description: "Printed books" }] },
  ),
  missing: [{ inboundParcelId: secondParcel.id, index: 0, parts: ["value"] }],
  totals: [{ currency: "USD", valueMinor: 2_310 }],
};

/** What a request of them declares, before it is signed. */
export const requestDeclaration: RequestDeclaration = {
  ...declaration,
  ...usualCategory,
  signedAt: null,
  isToConfirm: false,
  declaredHash: "a".repeat(64),
  approved: null,
  mayChange: true,
};
