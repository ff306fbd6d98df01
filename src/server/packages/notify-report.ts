import { reportedStageOf } from "#core/carrier-report.ts";
import type { LegStatus } from "#core/package-status.ts";
import type { LegEvent } from "#core/tracking-rules.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { emailedReports } from "#server/emails/shipment-emails.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import {
  insertNotifications,
  type NewNotification,
} from "#server/notifications/insert-notifications.ts";

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

/** Notifies a package's customer of what was reported once, in the transaction `db`, by email too where there is one of it. */
export async function notifyReport(
  { config, jobs, now }: ReportServices,
  db: Db,
  pkg: ReportedPackage,
  { kind, dedupeKey, report }: Report,
): Promise<void> {
  const { id: packageId, userId, userEmail: to, trackingNumber, origin, destination } = pkg;
  const payload = kind === "package_moved" ? { variant: report } : {};
  const notification = { userId, kind, subjectId: packageId, dedupeKey, payload };
  const isNew = await insertNotifications({ jobs, now }, db, [notification]);
  const emailed = emailedReports.find((one) => one === report);
  if (!isNew || emailed === undefined) return;
  const packagesUrl = `${config.publicUrl}/dashboard/packages?package=${packageId}`;
  const email = {
    name: "package-reported",
    report: emailed,
    trackingNumber,
    origin,
    destination,
    packagesUrl,
  } as const;
  await queueEmail(db, { to, email }, { jobs, secret: config.secret, now });
}

/** Notifies a package's customer of what its carriers report newest, in the transaction `db` that moves its legs. */
export async function notifyCarrierReport(
  services: ReportServices,
  db: Db,
  pkg: ReportedPackage & {
    readonly legs: readonly { readonly legNumber: number; readonly status: LegStatus }[];
  },
  events: readonly LegEvent[],
): Promise<void> {
  const report = reportedStageOf(pkg.legs, events, services.now());
  if (report === null) return;
  const { stage, key } = report;
  const kind = stage === "ready_for_collection" ? "package_ready_for_collection" : "package_moved";
  await notifyReport(services, db, pkg, { kind, dedupeKey: `${pkg.id} ${key}`, report: stage });
}
