// The jobs of all modules, and what runs each.
import { catalogueJobs } from "#catalogue/server/jobs.ts";
import { goodsJobs } from "#goods/server/jobs.ts";
import { moneyJobs } from "#money/server/jobs.ts";
import { noticesJobs } from "#notices/server/jobs.ts";
import { officeJobs } from "#office/server/jobs.ts";
import { peopleJobs } from "#people/server/jobs.ts";
import { platformJobs } from "#platform/server/jobs.ts";
import { shippingJobs } from "#shipping/server/jobs.ts";
import { trackingJobs } from "#tracking/server/jobs.ts";
import type { JobList } from "#platform/server/jobs/job-list.ts";
import type { AppServices } from "#platform/server/context.ts";
import { recordFailedJob, deleteOldErrors } from "#platform/server/error-reports/record-error.ts";
import { aggregatePackageCounts } from "#goods/server/packages/lists/list-packages.ts";
import { deleteOldChanges } from "#platform/server/change-stream/subscribe-to-changes.ts";
import { removeOrphanFiles } from "#platform/server/files/files.ts";
import { reconcile } from "#money/server/payments/reconciliation.ts";
import { followCases } from "#office/server/cases/follow-cases.ts";
import { remindCustomersOfCases } from "#office/server/cases/remind-customers.ts";
import { sendAdminDigest } from "#office/server/admin/digest/send-admin-digest.ts";
import { deleteEndedAssignments } from "#office/server/admin/work-items/work-assignments.ts";
import { processEvent } from "#money/server/payments/provider-events.ts";
import { aggregateProfileCounts } from "#office/server/users/users.ts";
import { deleteOldInvitations } from "#people/server/users/invitations/staff-invitations.ts";
import { deleteExpiredRegistrations } from "#people/server/auth/registrations/registrations.ts";
import { updateCustomer } from "#money/server/stripe-customers/stripe-customers.ts";
import { deleteOldEmailRequests, sendAuthEmail } from "#people/server/auth/auth-emails.ts";
import { refillComplimentaryPlans } from "#money/server/plans/complimentary-plans.ts";
import { deleteOldEmails } from "#platform/server/emails/queue-email.ts";
import { fetchExchangeRates } from "#catalogue/server/exchange-rates/exchange-rates.ts";
import { deleteOldRequests } from "#platform/server/binder/requests.ts";
import { deleteOldAttempts } from "#platform/server/limits/limits.ts";
import { sendEmail, type EmailServices } from "#platform/server/emails/send-email.ts";
import { handOverPackages } from "#shipping/server/manifests/hand-over.ts";
import {
  aggregateLaneTimes,
  completeExpectations,
} from "#goods/server/packages/legs/expectations.ts";
import { sendPush } from "#notices/server/notifications/send-push.ts";
import { sendNotifications } from "#notices/server/notifications/send-notifications.ts";
import { deleteOldNotifications } from "#notices/server/notifications/inbox.ts";
import { notifyLatePackages } from "#goods/server/packages/package-notifications.ts";
import { resumeWaitingRequests } from "#shipping/server/ship-requests/resume-waiting-requests.ts";
import { recheckGoods } from "#shipping/server/ship-requests/recheck-goods.ts";
import { remindWaitingRequests } from "#shipping/server/ship-requests/remind-waiting-requests.ts";
import { remindOfStorage } from "#shipping/server/ship-requests/remind-of-storage.ts";
import { followTracker, pollSilentTrackers } from "#tracking/server/tracking/follow-tracker.ts";
import { checkTrackingProvider, readTracker } from "#tracking/server/tracking/read-trackers.ts";
import { processCarrierMessages } from "#tracking/server/tracking/carrier-messages.ts";
import { stopTrackers } from "#tracking/server/tracking/trackers.ts";
import type { JobHandlers } from "#platform/server/jobs/jobs.ts";

/** The rules of each job. */
export const jobList: JobList = {
  ...platformJobs,
  ...peopleJobs,
  ...catalogueJobs,
  ...noticesJobs,
  ...moneyJobs,
  ...trackingJobs,
  ...goodsJobs,
  ...shippingJobs,
  ...officeJobs,
};

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
      await deleteOldInvitations(services);
      await deleteOldEmailRequests(services);
    },
    "delete-old-attempts": async () => {
      await deleteOldAttempts(services);
      await deleteOldRequests(services);
    },
    "delete-old-changes": async () => void (await deleteOldChanges(services)),
    "send-admin-digest": async () => {
      await deleteEndedAssignments(services);
      await sendAdminDigest(services);
    },
    "follow-cases": async () => await followCases(services),
    "remind-customers-of-cases": async () => await remindCustomersOfCases(services),
    "send-notifications": async () => await sendNotifications(services),
    "send-push": async () => await sendPush(services),
    "notify-late-packages": async () => await notifyLatePackages(services),
    "delete-old-notifications": async () => await deleteOldNotifications(services),
    "continue-ship-requests": (data) => resumeWaitingRequests(services, data),
    "recheck-goods": (data) => recheckGoods(services, data),
    "watch-ship-requests": () => remindWaitingRequests(services),
    "remind-of-storage": async () => await remindOfStorage(services),
    "remove-orphan-images": async () => void (await removeOrphanFiles(services)),
  };
}
