import type { Listeners } from "#platform/server/context.ts";
import { immediateEmails, queueReceived } from "./goods-emails.ts";
import { numberOfSubject } from "./subject-queries.ts";

/** What parcels, packages and claims say in notifications. */
export const subjectListeners = {
  immediateEmails,
  queueCollectedEmail: queueReceived,
  numberOfSubject,
} satisfies Partial<Listeners>;
