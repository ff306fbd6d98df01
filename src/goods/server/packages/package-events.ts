import type { ShipmentEvent } from "#goods/contract/packages.ts";
import type { StoredPackageEventKind } from "#tracking/rules/package-status.ts";
import { listEvents } from "#people/server/db/events.ts";
import type { Db } from "#platform/server/db/open.ts";

/** The leg that changed, and the value before and after. */
export type PackageEventFacts = {
  readonly legNumber?: number;
  readonly before?: string | null;
  readonly after?: string | null;
};

declare module "#people/server/db/events.ts" {
  interface EventSubjects {
    readonly package: {
      readonly kind: StoredPackageEventKind;
      readonly facts: PackageEventFacts;
    };
  }
}

/** Which legs of packages have been in transit before. */
export async function listDepartedLegs(
  db: Db,
  packageIds: readonly string[],
): Promise<{ readonly packageId: string; readonly legNumber: number | undefined }[]> {
  const events = await listEvents(db, "package", packageIds, ["leg_status_changed"]);
  return events
    .filter(({ facts }) => facts.after === "in_transit")
    .map(({ subjectId, facts }) => ({ packageId: subjectId, legNumber: facts.legNumber }));
}

/** The history of a package with who caused it, oldest first; `actorEmail` is for admins only. */
export async function readPackageEvents(db: Db, packageId: string): Promise<ShipmentEvent[]> {
  const events = await listEvents(db, "package", [packageId]);
  return events.flatMap(({ id, kind, facts, actor, actorId, actorEmail, createdAt }) =>
    kind === "package_deleted"
      ? []
      : [
          {
            id: String(id),
            kind,
            legNumber: facts.legNumber ?? null,
            before: facts.before ?? null,
            after: facts.after ?? null,
            byStaff: actor !== "customer",
            byCarrier: actorId === null,
            actorEmail,
            createdAt: createdAt.toISOString(),
          },
        ],
  );
}
