import type { AppServices } from "#platform/server/context.ts";
import { recordFailedJob } from "#platform/server/error-reports/record-failed-job.ts";
import { aggregatePackageCounts } from "#goods/server/packages/counts/aggregate-package-counts.ts";
import { deleteOldChanges } from "#platform/server/change-stream/delete-old-changes.ts";
import { removeOrphanFiles } from "#app/server/packages/files/remove-orphan-files.ts";
import { reconcile } from "#money/server/payments/reconciliation/reconcile.ts";
import { sendAdminDigest } from "#office/server/admin/digest/send-admin-digest.ts";
import { processEvent } from "#money/server/payments/process-event.ts";
import { aggregateProfileCounts } from "#office/server/users/aggregate-profile-counts.ts";
import { deleteExpiredRegistrations } from "#people/server/auth/registrations/delete-expired-registrations.ts";
import { updateCustomer } from "#money/server/stripe-customers/update-customer.ts";
import { deleteOldEmailRequests } from "#people/server/auth/email-requests/email-request.ts";
import { sendAuthEmail } from "#people/server/auth/send-auth-email.ts";
import { refillComplimentaryPlans } from "#money/server/plans/complimentary/refill-complimentary-plans.ts";
import { deleteOldErrors } from "#platform/server/error-reports/delete-old-errors.ts";
import { deleteOldEmails } from "#platform/server/emails/delete-old-emails.ts";
import { fetchExchangeRates } from "#catalogue/server/exchange-rates/fetch-exchange-rates.ts";
import { deleteOldAttempts } from "#platform/server/limits/delete-old-attempts.ts";
import { sendEmail, type EmailServices } from "#platform/server/emails/send-email.ts";
import { handOverPackages } from "#shipping/server/manifests/hand-over/hand-over-packages.ts";
import { aggregateLaneTimes } from "#goods/server/lanes/times/aggregate-lane-times.ts";
import { completeExpectations } from "#goods/server/packages/legs/complete-expectations.ts";
import { sendPush } from "#notices/server/notifications/push/send-push.ts";
import { sendNotifications } from "#notices/server/notifications/send-notifications.ts";
import { deleteOldNotifications } from "#notices/server/notifications/delete-old-notifications.ts";
import { notifyLatePackages } from "#goods/server/packages/notify-late-packages.ts";
import { resumeWaitingRequests } from "#shipping/server/ship-requests/continue-requests.ts";
import { remindWaitingRequests } from "#shipping/server/ship-requests/watch-requests.ts";
import { remindOfStorage } from "#shipping/server/ship-requests/remind-of-storage.ts";
import { followTracker } from "#tracking/server/tracking/follow-tracker.ts";
import { checkTrackingProvider } from "#tracking/server/tracking/provider-state.ts";
import { pollSilentTrackers } from "#tracking/server/tracking/poll-silent-trackers.ts";
import { processCarrierMessages } from "#tracking/server/tracking/process-carrier-messages.ts";
import { readTracker } from "#tracking/server/tracking/read-tracker.ts";
import { stopTrackers } from "#tracking/server/tracking/stop-trackers.ts";
import type { JobHandlers } from "#platform/server/jobs/jobs.ts";

/** The handler of each job. */
export function jobHandlers(services: AppServices & EmailServices): JobHandlers {
  return {
    "send-email": ({ emailId }) => sendEmail(services, emailId),
    "send-auth-email": (request) => sendAuthEmail(services, request),
    "process-provider-event": ({ eventId }) => processEvent(services, eventId),
    "follow-tracker": (data) => followTracker(services, data),
    "hand-over-packages": (data) => handOverPackages(services, data),
    "process-carrier-messages": async () => await processCarrierMessages(services),
    "poll-silent-trackers": async () => await pollSilentTrackers(services),
    "check-tracking-provider": () => checkTrackingProvider(services),
    "stop-trackers": (data) => stopTrackers(services, data),
    "read-tracker": ({ trackerId }) => readTracker(services, trackerId),
    "update-customer": async (person) => await updateCustomer(services, person),
    reconcile: async ({ cause }) => void (await reconcile(services, { cause })),
    "refill-complimentary-plans": async () => void (await refillComplimentaryPlans(services)),
    "fetch-exchange-rates": async () => await fetchExchangeRates(services),
    "record-failed-job": (failedJob) => recordFailedJob(services, failedJob),
    "delete-old-emails": async () => void (await deleteOldEmails(services)),
    "aggregate-lane-times": async () => {
      await aggregateLaneTimes(services);
      await completeExpectations(services);
    },
    "aggregate-package-counts": async () => void (await aggregatePackageCounts(services)),
    "aggregate-profile-counts": async () => void (await aggregateProfileCounts(services)),
    "delete-old-errors": async () => void (await deleteOldErrors(services)),
    "delete-expired-registrations": async () => {
      await deleteExpiredRegistrations(services);
      await deleteOldEmailRequests(services);
    },
    "delete-old-attempts": async () => void (await deleteOldAttempts(services)),
    "delete-old-changes": async () => void (await deleteOldChanges(services)),
    "send-admin-digest": async () => await sendAdminDigest(services),
    "send-notifications": async () => await sendNotifications(services),
    "send-push": async () => await sendPush(services),
    "notify-late-packages": async () => await notifyLatePackages(services),
    "delete-old-notifications": async () => await deleteOldNotifications(services),
    "continue-ship-requests": (data) => resumeWaitingRequests(services, data),
    "watch-ship-requests": () => remindWaitingRequests(services),
    "remind-of-storage": async () => await remindOfStorage(services),
    "remove-orphan-images": async () => void (await removeOrphanFiles(services)),
  };
}
