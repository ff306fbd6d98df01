import type { StoredPackageEventKind } from "#core/package-status.ts";
import { isStaff } from "#core/has-role.ts";
import type { ActingContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { insertEvent } from "./event-queries.ts";
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
  const person = context.session?.person ?? null;
  // With a role somebody is still the customer of their own packages; an admin never is.
  const byStaff =
    person === null ||
    person.isAdmin ||
    (isStaff(person) && !(await isPackageOf(db, change.packageId, person.id)));
  await insertEvent(db, {
    legNumber: null,
    before: null,
    after: null,
    ...change,
    actorId: person?.id ?? null,
    byStaff,
    createdAt: context.now(),
  });
}
