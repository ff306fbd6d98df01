import { lockAccount } from "#money/server/plans/locks/with-subscriber-lock.ts";
import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { findCase, findOwnThing, insertMessage, lockCase, updateCase } from "./case-queries.ts";
import { openReportedCustomsCases } from "./customs-cases.ts";
import { listOverdueAnswers, updateToHalfTime } from "./customs-queries.ts";
import { notifyCustomer } from "./notify-customer.ts";
import { answerDueAt } from "./open-case.ts";
import { waitingForUs } from "./write-case.ts";

/** In one run; the next one follows. */
const mostCases = 100;

type Services = EmailOutbox & Pick<AppServices, "db">;

/** Reminds customers once half of the time to answer has passed. */
async function remindAtHalfTime(services: Services): Promise<void> {
  await atomically(services.db, async (db) => {
    for (const caseId of await updateToHalfTime(db, { now: services.now(), limit: mostCases })) {
      const found = await findCase(db, caseId);
      if (found === undefined) continue;
      const dedupeKey = `${caseId} ${found.answerBy?.toISOString() ?? ""}`;
      await notifyCustomer(services, db, found, { kind: "case_reminder", dedupeKey });
    }
  });
}

/** Returns cases to staff whose customers did not answer in time; nothing else happens. */
async function returnOverdue(services: Services): Promise<void> {
  const overdue = await listOverdueAnswers(services.db, { now: services.now(), limit: mostCases });
  for (const caseId of overdue) {
    await atomically(services.db, async (db) => {
      const now = services.now();
      const found = await findCase(db, caseId);
      if (found === undefined) return;
      const { subscription } = await lockAccount(db, found.userId);
      const locked = await lockCase(db, caseId);
      if (!locked?.answerBy || locked.answerBy > now) return;
      const { userId } = locked;
      const thing = await findOwnThing(db, userId, locked);
      const dueAt = await answerDueAt(db, thing?.warehouseId ?? null, subscription, now);
      await updateCase(db, caseId, waitingForUs(locked, dueAt, now));
      const message = { caseId, userId, authorId: null, sender: "system" as const, text: "" };
      await insertMessage(db, { ...message, event: "answer_overdue", createdAt: now });
    });
  }
}

/**
 * Opens cases about what customs want to know, reminds customers of what they are to answer by a time, and returns to staff what
 * they did not. A recurring job.
 */
export async function followCases(services: Services): Promise<void> {
  await openReportedCustomsCases(services);
  await remindAtHalfTime(services);
  await returnOverdue(services);
}
