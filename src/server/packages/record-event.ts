import type { StoredPackageEventKind } from "#core/package-status.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { insertEvent } from "./event-queries.ts";

/** One event of a package's history, with the value `before` and `after` it. */
export type PackageChange = {
  readonly packageId: string;
  readonly kind: StoredPackageEventKind;
  readonly legNumber?: number;
  readonly before?: string | null;
  readonly after?: string | null;
};

/** Inserts an event by the signed-in user, in the transaction `db` that makes the change. */
export async function recordEvent(
  context: SignedInContext,
  db: Db,
  change: PackageChange,
): Promise<void> {
  const { person } = context.session;
  await insertEvent(db, {
    legNumber: null,
    before: null,
    after: null,
    ...change,
    actorId: person.id,
    byStaff: person.isAdmin,
    createdAt: context.now(),
  });
}
