// The page of a parcel with what is in it, for screen tests.
import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelServices } from "#goods/contract/parcel-services.ts";
import { noGoods, type GoodsItem } from "#goods/rules/goods-item.ts";
import ParcelPage from "#goods/web/parcels/parcel-page.tsx";
import type { FakeAnswers } from "./fake-client.ts";
import { expectedParcel, listOf, nothingAsked } from "./parcels.ts";
import { showScreen } from "./show-screen.tsx";
import { mei, sessionOf } from "./users.ts";

export const teapots: GoodsItem = {
  ...noGoods,
  description: "Stoneware teapots",
  descriptionOriginal: "紫砂壺",
  quantity: 2,
  unitValueMinor: 12_900,
  currency: "CNY",
  hsCode: "691200",
  hsCodeSource: "suggested",
};

export type GoodsRead = {
  readonly parcel?: InboundParcel;
  readonly goodsItems: readonly GoodsItem[];
  readonly services?: ParcelServices;
  readonly warnings?: GoodsWarning[];
  readonly isValueConfirmed?: boolean;
};

/** The page of a parcel, which is read anew by `read` whenever something was saved. */
export async function showParcelGoods(
  read: () => GoodsRead,
  goods: NonNullable<FakeAnswers["goods"]> = {},
) {
  return await showScreen({
    element: <ParcelPage />,
    path: "/dashboard/parcels/:inboundParcelId",
    address: `/dashboard/parcels/${read().parcel?.id ?? expectedParcel.id}`,
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      packages: { listPackages: async () => listOf([]) },
      inboundParcels: {
        readInboundParcel: async () => {
          const { goodsItems, ...others } = read();
          return {
            parcel: expectedParcel,
            goodsItems: [...goodsItems],
            images: [],
            carrierEvents: [],
            events: [],
            removal: null,
            extraServices: [],
            ...nothingAsked,
            ...others,
          };
        },
      },
      goods,
    },
  });
}

type Saving = NonNullable<NonNullable<FakeAnswers["goods"]>["saveItems"]>;

/** Saves what is sent. */
export function savingGoods(sent: unknown[]): Saving {
  return async (input) => {
    sent.push(input);
    return { items: [teapots], warnings: [] };
  };
}
