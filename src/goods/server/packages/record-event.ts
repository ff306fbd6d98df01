import type { StoredPackageEventKind } from "#tracking/rules/package-status.ts";
import { isStaff } from "#platform/rules/staff-role.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertEvents } from "./event-queries.ts";
import { isPackageOf } from "./package-queries.ts";

/** One event of a package's history, with the value `before` and `after` it. */
export type PackageChange = {
  readonly packageId: string;
  readonly kind: StoredPackageEventKind;
  readonly legNumber?: number;
  readonly before?: string | null;
  readonly after?: string | null;
};

/** Inserts an event by the signed-in user or a carrier, in the transaction `db` that makes the change. */
export async function recordEvent(
  context: ActingContext,
  db: Db,
  change: PackageChange,
): Promise<void> {
  await recordEvents(context, db, [change]);
}

async function isByStaff({ session }: ActingContext, db: Db, packageId: string): Promise<boolean> {
  if (session === null) return true;
  const { person } = session;
  // With a role somebody is still the customer of their own packages; an admin never is.
  return person.isAdmin || (isStaff(person) && !(await isPackageOf(db, packageId, person.id)));
}

/** The same for several, in this order. */
export async function recordEvents(
  context: ActingContext,
  db: Db,
  changes: readonly PackageChange[],
): Promise<void> {
  const byStaff = new Map<string, boolean>();
  for (const packageId of new Set(changes.map((change) => change.packageId))) {
    byStaff.set(packageId, await isByStaff(context, db, packageId));
  }
  await insertEvents(
    db,
    changes.map((change) => ({
      legNumber: null,
      before: null,
      after: null,
      ...change,
      actorId: context.session?.person.id ?? null,
      byStaff: byStaff.get(change.packageId) ?? false,
      createdAt: context.now(),
    })),
  );
}
