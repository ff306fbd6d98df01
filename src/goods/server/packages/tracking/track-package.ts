import type { TrackedPackage } from "#goods/contract/packages.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readEstimates } from "#goods/server/packages/read-estimates.ts";
import { listCustomerEvents } from "#goods/server/packages/customer-events.ts";
import { listCarrierEvents } from "#goods/server/tracking/list-carrier-events.ts";
import { findShipment } from "#goods/server/packages/package-queries.ts";
import { listTrackedIds } from "./tracking-queries.ts";

/** A number stands on one package as a rule, so more results than this help nobody. */
const maxPackages = 5;

/**
 * The own packages, five at most and newest first, that bear the number or one of whose legs does, with legs and events.
 * The number of another customer's package finds nothing, like one that does not exist.
 */
export async function trackPackage(
  context: SignedInContext,
  input: { readonly trackingNumber: string },
): Promise<{ items: TrackedPackage[] }> {
  const { db, session } = context;
  const number = normaliseTrackingNumber(input.trackingNumber);
  if (number === "") return { items: [] };
  const ids = await listTrackedIds(db, session.person.id, number, maxPackages);
  const items = await Promise.all(
    ids.map(async (id) => {
      const pkg = await findShipment(db, id);
      if (pkg === undefined) return [];
      const [events, carrierEvents, estimates] = await Promise.all([
        listCustomerEvents(db, id),
        listCarrierEvents(db, id),
        readEstimates(context, pkg),
      ]);
      return [{ package: pkg, events, carrierEvents, estimates }];
    }),
  );
  return { items: items.flat() };
}
