import type { FreightCharge } from "#office/contract/freight-figures.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { ChargePart } from "#office/rules/freight-figures.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { countCharges, listChargeRows } from "./figure-queries.ts";

type Input = {
  readonly month: string;
  readonly serviceCode?: string | undefined;
  readonly countryCode?: CountryCode | undefined;
  readonly part?: ChargePart | undefined;
  readonly page: number;
  readonly pageSize: number;
};

/** One page of the charges behind a figure, the newest first. */
export async function listFreightCharges(
  { db }: SignedInContext,
  { month, page, pageSize, ...of }: Input,
): Promise<{ items: FreightCharge[]; total: number }> {
  const filter = {
    month,
    serviceCode: of.serviceCode ?? null,
    countryCode: of.countryCode ?? null,
    part: of.part ?? null,
  };
  const rows = await listChargeRows(db, filter, { offset: (page - 1) * pageSize, limit: pageSize });
  return {
    items: rows.map((row) => ({
      transactionId: row.transactionId,
      userId: row.userId,
      packageId: row.packageId,
      reference: shipRequestReference(row.number),
      trackingNumber: row.trackingNumber,
      part: row.part,
      chargedCents: Number(row.settledCents),
      refundedCents: Number(row.refundedCents),
      rateCents: row.rateCents,
      chargedAt: row.chargedAt.toISOString(),
    })),
    total: await countCharges(db, filter),
  };
}
