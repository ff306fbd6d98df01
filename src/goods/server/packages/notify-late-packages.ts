import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { listLateLegs } from "./late-leg-queries.ts";
import { notifyReports } from "./notify-report.ts";

/** A leg that was late for longer when this first ran is left out. */
const lateForDays = 3;
/** In one transaction; the next one follows. */
const mostLegs = 100;

/**
 * Notifies customers of legs on their way that are late by now, once for each. Servers that run this at once, or one that
 * died, notify nobody twice, since the leg is the key. A recurring job.
 */
export async function notifyLatePackages(
  services: EmailOutbox & Pick<AppServices, "db">,
): Promise<void> {
  for (;;) {
    const legs = await listLateLegs(services.db, services.now(), lateForDays, mostLegs);
    const reported = legs.map(({ legId, leg, ...pkg }) => ({
      pkg,
      report: {
        kind: "package_late",
        dedupeKey: legId,
        report: "late",
        leg,
        arrival: null,
      } as const,
    }));
    await atomically(services.db, (db) => notifyReports(services, db, reported));
    if (legs.length < mostLegs) return;
  }
}
