import type { ParcelServices } from "#goods/contract/parcel-services.ts";
import { describeService } from "#catalogue/server/shipping-services/read-services.ts";
import { areGoodsRefused } from "#goods/rules/parcel-removal.ts";
import { contentsOfParcel } from "#goods/server/db/stated-goods.ts";
import { readGathering } from "#goods/server/packages/gather-parcels.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readPlace } from "./estimate-parcels.ts";
import {
  estimateTogether,
  goesBy,
  judgedServices,
  readEstimateFacts,
  type JudgedService,
} from "./estimate-shipping.ts";
import { listShelfParcels } from "./parcel-queries.ts";

/** Whether a service refuses goods, so that no proof, address or day helps. */
function refuses({ reasons }: JudgedService): boolean {
  return reasons.some((reason) => reason.kind === "goods_rule" && !reason.needsProof);
}

/**
 * By how many services an own parcel goes as far as is known of it, also one that has not arrived, and why not by the others.
 * null where no warehouse receives it.
 */
export async function readServicesOfParcel(
  context: SignedInContext,
  inboundParcelId: string,
): Promise<ParcelServices | null> {
  const { db, session, language } = context;
  const [parcel] = await listShelfParcels(db, session.person.id, [inboundParcelId]);
  const warehouseId = parcel?.warehouseId ?? null;
  if (parcel === undefined || warehouseId === null) return null;
  const { packageId } = parcel;
  const gathering = await readGathering(db, packageId === null ? [] : [packageId]);
  const { place } = await readPlace(context, gathering, undefined);
  const facts = await readEstimateFacts(context, warehouseId);
  const judged = judgedServices(estimateTogether([parcel], place, facts), place, facts);
  const { offered } = facts.facts;
  const isRefused = areGoodsRefused(contentsOfParcel(parcel), offered, facts.facts);
  const isRefusedThere = place !== null && judged.length > 0 && judged.every(refuses);
  return {
    countryCode: place?.countryCode ?? null,
    ...goesBy(judged),
    refused: isRefused ? "everywhere" : isRefusedThere ? "there" : null,
    closed: judged.flatMap(({ service, reasons }) =>
      reasons.length === 0
        ? []
        : [{ service: describeService(service, language), reasons: [...reasons] }],
    ),
  };
}
