import { reminderDays } from "#office/rules/case.ts";
import { addDays } from "#platform/rules/calendar.ts";
import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { updateToReminded } from "./case-queries.ts";
import { notifyCustomer } from "./notify-customer.ts";

/** In one transaction; the next one follows. */
const mostCases = 100;

/**
 * Reminds customers who have not answered staff for 14 days, once for each answer, before staff close the case. A recurring
 * job.
 */
export async function remindCustomersOfCases(
  services: EmailOutbox & Pick<AppServices, "db">,
): Promise<void> {
  for (;;) {
    const now = services.now();
    const times = { before: addDays(now, -reminderDays), now, limit: mostCases };
    const reminded = await atomically(services.db, async (db) => {
      const cases = await updateToReminded(db, times);
      for (const one of cases) {
        const dedupeKey = `${one.id} ${one.lastAt.toISOString()}`;
        await notifyCustomer(services, db, one, { kind: "case_reminder", dedupeKey });
      }
      return cases.length;
    });
    if (reminded < mostCases) return;
  }
}
