import type { boxes } from "#contract/boxes.ts";
import type { extraServices } from "#contract/extra-services.ts";
import type { manifests } from "#contract/manifests.ts";
import type { numberRanges } from "#contract/number-ranges.ts";
import type { packing } from "#contract/packing.ts";
import type { shipRequests } from "#contract/ship-requests.ts";
import type { labels } from "#contract/shipping-labels.ts";
import { apiOf } from "#web/api.tsx";
import type { GoodsContract } from "./goods.ts";

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
