// Says which operation does which job.
import type { Parts } from "#server/context.ts";
import { keepGivenUpJob } from "#server/platform/keep-given-up-job.ts";
import { foldPackageCounts } from "#server/packages/fold-package-counts.ts";
import { forgetOldChanges } from "#server/live/forget-old-changes.ts";
import { removeOrphanImages } from "#server/packages/remove-orphan-images.ts";
import { reconcile } from "#server/payments/reconcile.ts";
import { tellStaff } from "#server/office/tell-staff.ts";
import { processEvent } from "#server/payments/process-event.ts";
import { foldProfileCounts } from "#server/people/fold-profile-counts.ts";
import { deleteExpiredRegistrations } from "#server/people/registrations/delete-expired-registrations.ts";
import { updateCustomer } from "#server/payments/update-customer.ts";
import { writeToPerson } from "#server/people/write-to-person.ts";
import { refillGivenPlans } from "#server/plans/refill-given-plans.ts";
import { forgetOldErrors } from "#server/platform/forget-old-errors.ts";
import { forgetOldLetters } from "#server/platform/letters/forget-old-letters.ts";
import { sendLetter, type LetterParts } from "#server/platform/letters/send-letter.ts";
import type { JobHandlers } from "./jobs.ts";

/** The handlers of all jobs over the parts of one server. */
export function jobHandlers(parts: Parts & LetterParts): JobHandlers {
  return {
    "send-letter": ({ letterId }) => sendLetter(parts, letterId),
    "write-to-person": (request) => writeToPerson(parts, request),
    "process-provider-event": ({ eventId }) => processEvent(parts, eventId),
    "update-customer": async (person) => await updateCustomer(parts, person),
    reconcile: async ({ cause }) => void (await reconcile(parts, { cause })),
    "refill-given-plans": async () => void (await refillGivenPlans(parts)),
    "note-given-up-job": (givenUp) => keepGivenUpJob(parts, givenUp),
    "forget-old-letters": async () => void (await forgetOldLetters(parts)),
    "fold-package-counts": async () => void (await foldPackageCounts(parts)),
    "fold-profile-counts": async () => void (await foldProfileCounts(parts)),
    "forget-old-errors": async () => void (await forgetOldErrors(parts)),
    "delete-expired-registrations": async () => void (await deleteExpiredRegistrations(parts)),
    "forget-old-changes": async () => void (await forgetOldChanges(parts)),
    "tell-staff": async () => await tellStaff(parts),
    "remove-orphan-images": async () => void (await removeOrphanImages(parts)),
  };
}
