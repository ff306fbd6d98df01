import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { reasonsAgainstQuoted } from "#catalogue/rules/service-comparison.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { QuoteRow, ShipRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { findPackage } from "#goods/server/packages/change-own-package.ts";
import { describeService } from "#catalogue/server/shipping-services/describe-service.ts";
import { compareForBox, shippedPackage } from "./quote-package.ts";
import { readServiceFacts } from "./service-facts.ts";

/** All services for a packed box that waits: those with a quote first, and every reason of the others as it is now. */
export async function compareStored(
  context: SignedInContext,
  request: ShipRequestRow,
  quotes: readonly QuoteRow[],
): Promise<ShipRequest["services"]> {
  const { db } = context;
  if (request.packageId === null || request.packedGrams === null) return [];
  const pkg = await findPackage(db, request.packageId);
  if (pkg === undefined) return [];
  const facts = await readServiceFacts(context, db, request.warehouseId);
  const shipped = await shippedPackage(db, { request, pkg });
  const place = (quoteId: string | null) => {
    const index = quotes.findIndex(({ id }) => id === quoteId);
    return index === -1 ? quotes.length : index;
  };
  return compareForBox(request, shipped, facts)
    .map(({ service, reasons, addressFaults }) => {
      const quote = quotes.find((one) => one.serviceCode === service.code && one.ended === null);
      return {
        service: describeService(service, context.language),
        reasons: [...(quote === undefined ? reasons : reasonsAgainstQuoted({ reasons }))],
        addressFaults: [...addressFaults],
        quoteId: quote?.id ?? null,
      };
    })
    .toSorted((one, other) => place(one.quoteId) - place(other.quoteId));
}
