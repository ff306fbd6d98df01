// Writes what happened to a package into its history and, when staff did it, into the audit log.
import type { PackageEvent } from "#contract/packages.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { insertEvent } from "./package-queries.ts";

/** One line of a package's history; a delivered status, for instance, `before` and `after` it changed. */
export type PackageChange = {
  readonly packageId: string;
  readonly kind: PackageEvent["kind"] | "package_deleted";
  readonly legNumber?: number;
  readonly before?: string | null;
  readonly after?: string | null;
};

/** Adds an event, by whoever is signed in; to be called with the transaction that makes the change. */
export async function recordEvent(
  context: SignedInContext,
  db: Db,
  change: PackageChange,
): Promise<void> {
  const { person } = context.session;
  await insertEvent(db, {
    packageId: change.packageId,
    kind: change.kind,
    legNumber: change.legNumber ?? null,
    before: change.before ?? null,
    after: change.after ?? null,
    actorId: person.id,
    byStaff: person.isAdmin,
    createdAt: context.now(),
  });
}

/** What staff did, for the audit log; `action` is the operation's name, `target` the id of what it changed. */
type StaffAction = {
  readonly action: `packages.${string}`;
  readonly target: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
};

/** Adds an entry to the audit log; to be called with the transaction that makes the change. */
export async function recordStaffAction(
  context: SignedInContext,
  db: Db,
  action: StaffAction,
): Promise<void> {
  await recordAdminAction(db, {
    ...action,
    actorId: context.session.person.id,
    ipAddress: context.ipAddress,
    now: context.now(),
  });
}
