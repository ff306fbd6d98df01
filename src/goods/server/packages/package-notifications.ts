import { namedLeg, type NamedLeg } from "#catalogue/rules/shipping-service.ts";
import type { EmailOutbox, AppServices } from "#platform/server/context.ts";
import { type Db, atomically } from "#platform/server/db/open.ts";
import { queueEmails, type EmailMessage } from "#platform/server/emails/queue-email.ts";
import { notifiedStatuses, emailedReports } from "#goods/server/emails/package-emails.ts";
import {
  insertNotifications,
  type NewNotification,
} from "#notices/server/notifications/send-notifications.ts";
import { listPackagePlaces, type StoredPackage } from "./package-queries.ts";
import { readExpectedArrival } from "./legs/expectations.ts";
import type { ExpectedArrival } from "#catalogue/rules/expected-arrival.ts";
import { reportedStageOf } from "#tracking/rules/carrier-report.ts";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import type { LegEvent } from "#tracking/rules/tracking-rules.ts";
import { type ReportedPackage, listLateLegs } from "./legs/leg-queries.ts";

type MoveServices = EmailOutbox;

/** A package whose status changed, and the leg that departed, if that is known. */
type MovedPackage = {
  readonly pkg: StoredPackage;
  readonly departedLegNumber?: number | undefined;
  /** What its customer was charged where it was handed over just now. */
  readonly chargedCents?: number | undefined;
};

/** Whether a leg continues the one before it under the same number, as posts send an item on. */
function goesOn(pkg: StoredPackage, leg: StoredPackage["legs"][number] | undefined): boolean {
  const before = pkg.legs.find(({ legNumber }) => legNumber === (leg?.legNumber ?? 0) - 1);
  const number = before?.trackingNumber ?? null;
  return number !== null && number === leg?.trackingNumber;
}

/** What their customers call these packages, by package. */
async function readPackageNames(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await listPackagePlaces(db, packageIds)).map(({ id, name }) => [id, name]));
}

/** What its customer calls a package. */
export async function readPackageName(
  db: Db,
  { id, trackingNumber }: Pick<StoredPackage, "id" | "trackingNumber">,
): Promise<string> {
  return (await readPackageNames(db, [id])).get(id) ?? trackingNumber;
}

/** What happens between hand-over and delivery is one entry under the bell, as are the attempts to deliver. */
const routeStep = (packageId: string) => `route ${packageId}`;
const deliveryStep = (packageId: string) => `delivery ${packageId}`;

const stepsOfReports: Readonly<Partial<Record<string, typeof routeStep>>> = {
  arrived: routeStep,
  customs: routeStep,
  customs_released: routeStep,
  out_for_delivery: deliveryStep,
  attempt_failed: deliveryStep,
  ready_for_collection: deliveryStep,
};

async function toNotice(
  { config, now }: MoveServices,
  db: Db,
  { pkg, departedLegNumber, chargedCents }: MovedPackage,
  names: ReadonlyMap<string, string>,
): Promise<{
  readonly notification: NewNotification;
  readonly message: EmailMessage | null;
} | null> {
  const status = notifiedStatuses.find((notified) => notified === pkg.status);
  if (status === undefined) return null;
  const { id: packageId, userId, trackingNumber, origin, destination, legs, userEmail } = pkg;
  const isOnTheWay = status === "in_transit";
  const leg = legs.find((candidate) =>
    departedLegNumber === undefined
      ? candidate.status === "in_transit"
      : candidate.legNumber === departedLegNumber,
  );
  const change = `${packageId} ${status} ${leg?.legNumber ?? ""} ${now().toISOString()}`;
  const isMoving = isOnTheWay || status === "processing";
  const moving = isOnTheWay ? namedLeg(legs, leg?.legNumber) : null;
  const arrival = isMoving ? await readExpectedArrival({ db, now }, pkg) : null;
  const isBetween = isOnTheWay && chargedCents === undefined && goesOn(pkg, leg);
  const movedVariant = isBetween ? "went_on" : status;
  return {
    notification: {
      userId,
      kind: "package_moved",
      subjectId: packageId,
      dedupeKey: change,
      ...(isBetween && { steps: [routeStep(packageId)] as const }),
      payload: {
        variant: chargedCents === undefined ? movedVariant : "handed_over",
        ...(chargedCents !== undefined && { amountCents: chargedCents }),
        ...(moving !== null && { leg: moving }),
        ...(arrival !== null && { arrival }),
      },
    },
    message: isBetween
      ? null
      : {
          to: userEmail,
          email: {
            name: "package-moved",
            status,
            packageName: names.get(packageId) ?? trackingNumber,
            trackingNumber,
            origin,
            destination,
            leg: moving,
            arrival,
            handOver:
              chargedCents === undefined
                ? null
                : { chargedCents, carrierNumber: leg?.trackingNumber ?? null },
            packagesUrl: `${config.publicUrl}/dashboard/packages?package=${packageId}`,
          },
        },
  };
}

/**
 * Notifies customers of the statuses of packages in the transaction that changes them, by email where shipment updates are
 * wanted. It names the leg `departedLegNumber`, or the first in transit. A change back to pending sends none: a package is
 * pending between two legs, and the next leg sends its own email.
 */
export async function notifyPackagesMoved(
  services: MoveServices,
  db: Db,
  moved: readonly MovedPackage[],
): Promise<void> {
  const notices = [];
  const names = await readPackageNames(
    db,
    moved.map(({ pkg }) => pkg.id),
  );
  for (const one of moved) {
    const notice = await toNotice(services, db, one, names);
    if (notice !== null) notices.push(notice);
  }
  const notifications = notices.map(({ notification }) => notification);
  await insertNotifications(services, db, notifications);
  const messages = notices.flatMap(({ message }) => message ?? []);
  await queueEmails(db, messages, services);
}

/** The same for one package. */
export async function notifyPackageMoved(
  services: MoveServices,
  db: Db,
  pkg: StoredPackage,
  departedLegNumber?: number,
): Promise<void> {
  await notifyPackagesMoved(services, db, [{ pkg, departedLegNumber }]);
}

type ReportServices = EmailOutbox;

type Report = Pick<NewNotification, "kind" | "dedupeKey"> & {
  readonly report: string;
  readonly leg: NamedLeg | null;
  readonly arrival: ExpectedArrival | null;
};

function toNotification(
  pkg: ReportedPackage,
  { kind, dedupeKey, report, leg, arrival }: Report,
): NewNotification {
  const payload = {
    ...(kind === "package_moved" && { variant: report }),
    ...(leg !== null && { leg }),
    ...(arrival !== null && { arrival }),
  };
  const step = stepsOfReports[report]?.(pkg.id);
  return {
    userId: pkg.userId,
    kind,
    subjectId: pkg.id,
    dedupeKey,
    payload,
    ...(step !== undefined && { steps: [step] as const }),
  };
}

/** The email of what was reported; none where there is no such email. */
function toEmails(
  pkg: ReportedPackage & { readonly name: string },
  report: string,
  publicUrl: string,
): EmailMessage[] {
  const emailed = emailedReports.find((one) => one === report);
  if (emailed === undefined) return [];
  const { id, name: packageName, userEmail: to, trackingNumber, origin, destination } = pkg;
  const packagesUrl = `${publicUrl}/dashboard/packages?package=${id}`;
  const facts = { packageName, trackingNumber, origin, destination, packagesUrl };
  return [{ to, email: { name: "package-reported", report: emailed, ...facts } }];
}

type PackageReported = { readonly pkg: ReportedPackage; readonly report: Report };

/**
 * Notifies the customers of packages of what was reported, each once, in the transaction `db`, by email too where there is
 * one of it: in a few statements for all of them.
 */
async function notifyReports(
  services: ReportServices,
  db: Db,
  reported: readonly PackageReported[],
): Promise<void> {
  const names = await readPackageNames(
    db,
    reported.map(({ pkg }) => pkg.id),
  );
  const notices = reported.map(({ pkg, report }) => ({
    notification: toNotification(pkg, report),
    emails: toEmails(
      { ...pkg, name: names.get(pkg.id) ?? pkg.trackingNumber },
      report.report,
      services.config.publicUrl,
    ),
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

/** A leg that was late for longer when this first ran is left out. */
const lateForDays = 3;
/** In one transaction; the next one follows. */
const mostLegs = 100;

/**
 * Notifies customers of legs on their way that are late by now, once for each. Servers that run this at once, or one that
 * died, notify nobody twice, since the leg is the key. A recurring job.
 */
export async function notifyLatePackages(
  services: EmailOutbox & Pick<AppServices, "db">,
): Promise<void> {
  for (;;) {
    const legs = await listLateLegs(services.db, services.now(), lateForDays, mostLegs);
    const reported = legs.map(({ legId, leg, ...pkg }) => ({
      pkg,
      report: {
        kind: "package_late",
        dedupeKey: legId,
        report: "late",
        leg,
        arrival: null,
      } as const,
    }));
    await atomically(services.db, (db) => notifyReports(services, db, reported));
    if (legs.length < mostLegs) return;
  }
}
