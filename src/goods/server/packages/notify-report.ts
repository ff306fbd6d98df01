import type { ExpectedArrival } from "#catalogue/rules/expected-arrival.ts";
import { reportedStageOf } from "#tracking/rules/carrier-report.ts";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import { namedLeg, type NamedLeg } from "#catalogue/rules/shipping-leg.ts";
import type { LegEvent } from "#tracking/rules/tracking-rules.ts";
import type { EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ReportedPackage } from "./late-leg-queries.ts";
import { readExpectedArrival } from "./read-estimates.ts";
import { emailedReports } from "#goods/server/emails/shipment-emails.ts";
import { queueEmails, type EmailMessage } from "#platform/server/emails/queue-email.ts";
import {
  insertNotifications,
  type NewNotification,
} from "#notices/server/notifications/insert-notifications.ts";

type ReportServices = EmailOutbox;

type Report = Pick<NewNotification, "kind" | "dedupeKey"> & {
  readonly report: string;
  readonly leg: NamedLeg | null;
  readonly arrival: ExpectedArrival | null;
};

function notificationOf(
  pkg: ReportedPackage,
  { kind, dedupeKey, report, leg, arrival }: Report,
): NewNotification {
  const payload = {
    ...(kind === "package_moved" && { variant: report }),
    ...(leg !== null && { leg }),
    ...(arrival !== null && { arrival }),
  };
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

type PackageReported = { readonly pkg: ReportedPackage; readonly report: Report };

/**
 * Notifies the customers of packages of what was reported, each once, in the transaction `db`, by email too where there is
 * one of it: in a few statements for all of them.
 */
export async function notifyReports(
  services: ReportServices,
  db: Db,
  reported: readonly PackageReported[],
): Promise<void> {
  const notices = reported.map(({ pkg, report }) => ({
    notification: notificationOf(pkg, report),
    emails: emailsOf(pkg, report.report, services.config.publicUrl),
  }));
  const notifications = notices.map(({ notification }) => notification);
  const added = new Set(await insertNotifications(services, db, notifications));
  const emails = notices.filter(({ notification }) => added.has(notification));
  await queueEmails(
    db,
    emails.flatMap((notice) => notice.emails),
    services,
  );
}

type MovingPackage = ReportedPackage &
  Parameters<typeof readExpectedArrival>[1] & {
    readonly legs: readonly (Pick<NamedLeg, "legNumber" | "origin" | "destination"> & {
      readonly status: LegStatus;
    })[];
  };

/**
 * Notifies the customers of packages of what carriers report newest, once, in the transaction `db` that locked the packages
 * and moves their legs.
 */
export async function notifyCarrierReports(
  services: ReportServices,
  db: Db,
  packages: readonly { readonly pkg: MovingPackage; readonly events: readonly LegEvent[] }[],
): Promise<void> {
  const reported: PackageReported[] = [];
  for (const { pkg, events } of packages) {
    const newest = reportedStageOf(pkg.legs, events, services.now());
    if (newest === null) continue;
    const { stage: report, legNumber, key } = newest;
    const leg = namedLeg(pkg.legs, legNumber);
    const arrival = await readExpectedArrival({ db, now: services.now }, pkg);
    const kind =
      report === "ready_for_collection" ? "package_ready_for_collection" : "package_moved";
    const dedupeKey = `${pkg.id} ${key}`;
    reported.push({ pkg, report: { kind, dedupeKey, report, leg, arrival } });
  }
  await notifyReports(services, db, reported);
}
