import type { goods } from "#goods/contract/goods.ts";
import type { inboundParcels } from "#goods/contract/inbound-parcels.ts";
import type { packageShares } from "#goods/contract/package-shares.ts";
import type { packages } from "#goods/contract/packages.ts";
import type { parcelClaims } from "#goods/contract/parcel-claims.ts";
import type { parcelRemovals } from "#goods/contract/parcel-removals.ts";
import type { receiving } from "#goods/contract/receiving.ts";
import type { stocktakes } from "#goods/contract/stocktakes.ts";
import type { storageLocations, storageRates } from "#goods/contract/storage.ts";
import { apiOf, type ClientOf, type QueriesOf } from "#ui/web/api.tsx";
import type { TrackingContract } from "#tracking/web/api.ts";

/** The operations of goods and of the modules below. */
export type GoodsContract = TrackingContract & {
  readonly goods: typeof goods;
  readonly inboundParcels: typeof inboundParcels;
  readonly packageShares: typeof packageShares;
  readonly packages: typeof packages;
  readonly parcelClaims: typeof parcelClaims;
  readonly parcelRemovals: typeof parcelRemovals;
  readonly receiving: typeof receiving;
  readonly stocktakes: typeof stocktakes;
  readonly storageLocations: typeof storageLocations;
  readonly storageRates: typeof storageRates;
};
export type ApiClient = ClientOf<GoodsContract>;
export type ApiQueries = QueriesOf<GoodsContract>;

export const { useApi, useApiClient } = apiOf<GoodsContract>();
