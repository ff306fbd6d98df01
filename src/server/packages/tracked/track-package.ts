// Finds the own packages by a tracking number, with how far they have come.
import type { TrackedPackage } from "#contract/packages.ts";
import type { SignedInContext } from "#server/context.ts";
import { selectEvents, selectShipment } from "#server/packages/package-queries.ts";
import { findTracked } from "./find-tracked.ts";

/**
 * The own packages, five at most, that bear the number or one of whose legs does, with legs and events. A number
 * of somebody else's package finds nothing, like one that does not exist.
 */
export async function trackPackage(
  { db, session }: SignedInContext,
  input: { readonly trackingNumber: string },
): Promise<{ items: TrackedPackage[] }> {
  const ids = await findTracked(db, session.person.id, input.trackingNumber);
  const items = await Promise.all(
    ids.map(async (id) => {
      const pkg = await selectShipment(db, id);
      if (pkg === undefined) return [];
      const events = await selectEvents(db, id);
      return [{ package: pkg, events: events.map(({ actorEmail: _staffAlone, ...rest }) => rest) }];
    }),
  );
  return { items: items.flat() };
}
