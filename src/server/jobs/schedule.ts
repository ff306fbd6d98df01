import type { JobName } from "./job-list.ts";

type RecurringJob = {
  readonly job: JobName;
  /** Minute, hour, day of the month, month, day of the week, in UTC. */
  readonly cron: string;
};

/** Each time runs once for all servers; a time missed while all were down runs once at the next start. */
export const schedule: readonly RecurringJob[] = [
  { job: "aggregate-package-counts", cron: "* * * * *" },
  { job: "aggregate-profile-counts", cron: "* * * * *" },
  // The European Central Bank publishes at about 16:00 in Frankfurt.
  { job: "fetch-exchange-rates", cron: "30 16 * * *" },
  { job: "delete-old-emails", cron: "20 3 * * *" },
  { job: "reconcile", cron: "40 2 * * *" },
  { job: "refill-complimentary-plans", cron: "*/10 * * * *" },
  { job: "send-notifications", cron: "* * * * *" },
  // What waited for the morning or for a push service, and what a server that died had claimed.
  { job: "send-push", cron: "* * * * *" },
  { job: "remind-of-storage", cron: "2 * * * *" },
  { job: "watch-ship-requests", cron: "*/10 * * * *" },
  { job: "notify-late-packages", cron: "12 * * * *" },
  { job: "delete-old-notifications", cron: "25 3 * * *" },
  // What is to be retried, and what was stored by a server that then died.
  { job: "process-carrier-messages", cron: "* * * * *" },
  { job: "poll-silent-trackers", cron: "25 * * * *" },
  { job: "stop-trackers", cron: "45 * * * *" },
  { job: "send-admin-digest", cron: "*/5 * * * *" },
  { job: "aggregate-lane-times", cron: "10 3 * * *" },
  { job: "delete-old-errors", cron: "50 3 * * *" },
  { job: "delete-expired-registrations", cron: "15 * * * *" },
  { job: "delete-old-attempts", cron: "35 * * * *" },
  { job: "delete-old-changes", cron: "5 * * * *" },
  { job: "remove-orphan-images", cron: "40 3 * * *" },
];
