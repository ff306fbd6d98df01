import type { ExtraServiceFacts, ExtraServicePrice } from "#shipping/contract/extra-services.ts";
import type { ExtraServiceRow } from "#shipping/server/tables/ship-requests.ts";

/** An extra service as those read it who set its price. */
export function toExtraService(row: ExtraServiceRow): ExtraServiceFacts {
  const { code, names, per, priceCents, freePlans, promisedHours, needsImages, canRefuse } = row;
  const { isActive, validFrom, source, version } = row;
  const price = { names: { ...names }, per, priceCents, freePlans, promisedHours };
  return { code, ...price, needsImages, canRefuse, isActive, validFrom, source, version };
}

/** The price as columns. */
export function priceColumns({ names, ...price }: ExtraServicePrice) {
  return { ...price, names: JSON.stringify(names) };
}
