// Records a change of a package in its history and, for changes by admins, in the audit log.
import type { PackageEvent } from "#contract/packages.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { insertEvent } from "./event-queries.ts";

/** One event of a package's history, with the value `before` and `after` it. */
export type PackageChange = {
  readonly packageId: string;
  readonly kind: PackageEvent["kind"] | "package_deleted";
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

/** What an admin changed; `action` is the operation's id, `target` the id of what it changed. */
type AdminChange = {
  readonly action: `packages.${string}`;
  readonly target: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
};

/** Adds an entry by the signed-in admin to the audit log, in the transaction `db` that makes the change. */
export async function recordAdminChange(
  context: SignedInContext,
  db: Db,
  change: AdminChange,
): Promise<void> {
  await recordAdminAction(db, {
    ...change,
    actorId: context.session.person.id,
    ipAddress: context.ipAddress,
    now: context.now(),
  });
}
