import { reportedStageOf } from "#core/carrier-report.ts";
import type { LegStatus } from "#core/package-status.ts";
import type { LegEvent } from "#core/tracking-rules.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { emailedReports } from "#server/emails/shipment-emails.ts";
import { queueEmails, type EmailMessage } from "#server/emails/queue-email.ts";
import {
  insertNotifications,
  type NewNotification,
} from "#server/notifications/insert-notifications.ts";
import { listNewNotifications } from "#server/notifications/list-new-notifications.ts";

type ReportServices = Pick<AppServices, "config" | "jobs" | "now">;

export type ReportedPackage = {
  readonly id: string;
  readonly userId: string;
  readonly userEmail: string;
  readonly trackingNumber: string;
  readonly origin: string;
  readonly destination: string;
};

type Report = Pick<NewNotification, "kind" | "dedupeKey"> & { readonly report: string };

function notificationOf(
  pkg: ReportedPackage,
  { kind, dedupeKey, report }: Report,
): NewNotification {
  const payload = kind === "package_moved" ? { variant: report } : {};
  return { userId: pkg.userId, kind, subjectId: pkg.id, dedupeKey, payload };
}

/** The email of what was reported; none where there is no such email. */
function emailsOf(pkg: ReportedPackage, report: string, publicUrl: string): EmailMessage[] {
  const emailed = emailedReports.find((one) => one === report);
  if (emailed === undefined) return [];
  const { id, userEmail: to, trackingNumber, origin, destination } = pkg;
  const packagesUrl = `${publicUrl}/dashboard/packages?package=${id}`;
  const facts = { trackingNumber, origin, destination, packagesUrl };
  return [{ to, email: { name: "package-reported", report: emailed, ...facts } }];
}

/** Notifies a package's customer of what was reported once, in the transaction `db`, by email too where there is one of it. */
export async function notifyReport(
  { config, jobs, now }: ReportServices,
  db: Db,
  pkg: ReportedPackage,
  report: Report,
): Promise<void> {
  const isNew = await insertNotifications({ jobs, now }, db, [notificationOf(pkg, report)]);
  if (!isNew) return;
  const emails = emailsOf(pkg, report.report, config.publicUrl);
  await queueEmails(db, emails, { jobs, secret: config.secret, now });
}

type MovingPackage = ReportedPackage & {
  readonly legs: readonly { readonly legNumber: number; readonly status: LegStatus }[];
};

/**
 * Notifies the customers of packages of what carriers report newest, once, in the transaction `db` that locked the packages
 * and moves their legs.
 */
export async function notifyCarrierReports(
  { config, jobs, now }: ReportServices,
  db: Db,
  packages: readonly { readonly pkg: MovingPackage; readonly events: readonly LegEvent[] }[],
): Promise<void> {
  const reports = packages.flatMap(({ pkg, events }) => {
    const newest = reportedStageOf(pkg.legs, events, now());
    if (newest === null) return [];
    const { stage: report, key } = newest;
    const kind =
      report === "ready_for_collection" ? "package_ready_for_collection" : "package_moved";
    const dedupeKey = `${pkg.id} ${key}`;
    const notification = notificationOf(pkg, { kind, dedupeKey, report });
    return [{ notification, emails: emailsOf(pkg, report, config.publicUrl) }];
  });
  const fresh = new Set(
    await listNewNotifications(
      db,
      reports.map(({ notification }) => notification),
    ),
  );
  await insertNotifications({ jobs, now }, db, [...fresh]);
  const emails = reports
    .filter(({ notification }) => fresh.has(notification))
    .flatMap((report) => report.emails);
  await queueEmails(db, emails, { jobs, secret: config.secret, now });
}
