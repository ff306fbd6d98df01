import type { boxes } from "#shipping/contract/boxes.ts";
import type { extraServices } from "#shipping/contract/extra-services.ts";
import type { manifests } from "#shipping/contract/manifests.ts";
import type { numberRanges } from "#shipping/contract/number-ranges.ts";
import type { packing } from "#shipping/contract/packing.ts";
import type { shipRequests } from "#shipping/contract/ship-requests.ts";
import type { labels } from "#shipping/contract/shipping-labels.ts";
import { apiOf } from "#ui/web/api.tsx";
import type { GoodsContract } from "#goods/web/api.ts";

/** The operations of shipping and of the modules below. */
export type ShippingContract = GoodsContract & {
  readonly boxes: typeof boxes;
  readonly extraServices: typeof extraServices;
  readonly labels: typeof labels;
  readonly manifests: typeof manifests;
  readonly numberRanges: typeof numberRanges;
  readonly packing: typeof packing;
  readonly shipRequests: typeof shipRequests;
};

export const { useApi, useApiClient } = apiOf<ShippingContract>();
