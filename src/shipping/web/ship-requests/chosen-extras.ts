// The extra services that are chosen in a form, as the text of a field.
import * as z from "zod/mini";
import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";

/** A chosen extra service; `inboundParcelId` is null for the package. */
export type ChosenExtra = {
  readonly code: string;
  readonly inboundParcelId: string | null;
  readonly quantity: number;
};

const stored = z.array(
  z.object({ code: z.string(), inboundParcelId: z.nullable(z.string()), quantity: z.number() }),
);

/** The extra services in a field; none where it holds something else. */
export function readChosenExtras(text: string): readonly ChosenExtra[] {
  if (text === "") return [];
  try {
    const read = z.safeParse(stored, JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export function writeChosenExtras(extras: readonly ChosenExtra[]): string {
  return extras.length === 0 ? "" : JSON.stringify(extras);
}

/** Whether it is ordered for single parcels. */
export function isForParcels({ per }: Pick<OfferedExtraService, "per">): boolean {
  return per === "inbound_parcel" || per === "photo";
}

/** Whether more than one of it can be ordered. */
export function isCounted({ per }: Pick<OfferedExtraService, "per">): boolean {
  return per === "photo" || per === "kilogram";
}

/** The chosen ones that are offered and whose parcels go. */
export function orderableExtras(
  chosen: readonly ChosenExtra[],
  offered: readonly OfferedExtraService[],
  goingIds: readonly string[],
): readonly ChosenExtra[] {
  return chosen.filter(
    ({ code, inboundParcelId }) =>
      offered.some((service) => service.code === code) &&
      (inboundParcelId === null || goingIds.includes(inboundParcelId)),
  );
}

/** What the chosen ones cost together. */
export function extrasCents(
  chosen: readonly ChosenExtra[],
  offered: readonly OfferedExtraService[],
): number {
  return chosen.reduce((sum, { code, quantity }) => {
    const service = offered.find((one) => one.code === code);
    return service === undefined || service.isFree ? sum : sum + service.priceCents * quantity;
  }, 0);
}
