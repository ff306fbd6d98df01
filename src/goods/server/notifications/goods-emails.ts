// What the emails of notifications about parcels, packages and claims say.
import { goodsFlags as knownFlags, type BatteryKind } from "#catalogue/rules/shipping-service.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { Email } from "#platform/server/emails/email.ts";
import type { EmailedParcel } from "#goods/server/emails/parcel-emails.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import type {
  NotificationEmail,
  NotificationServices,
  OpenNotification,
  Recipient,
} from "#notices/server/announcements.ts";
import { notificationPath } from "#notices/rules/notification-path.ts";
import { notificationMatrix } from "#notices/rules/notification.ts";
import { groupOf } from "#goods/rules/inbound-parcel.ts";
import { reminderDays } from "#goods/rules/storage-fee.ts";
import { judgeParcel } from "#goods/server/goods/judge-parcel.ts";
import { findProof } from "#goods/server/goods/proof-queries.ts";
import { listOwnRemovals } from "#goods/server/parcel-removals/read-removals.ts";
import { readStorage } from "#goods/server/storage-rates/storage.ts";
import {
  findDecidedClaim,
  findRemovedParcel,
  listCompletePackages,
  listNotifiedParcels,
  type NotifiedParcel,
} from "./subject-queries.ts";

/** How many parcels an email lists; the others are counted. */
const mostParcels = 20;
const mostPackages = 20;

function emailedParcel(
  { config }: NotificationServices,
  parcel: NotifiedParcel,
  isUndeclared: boolean,
): EmailedParcel {
  const { number, contents, weightGrams, sidesMm, condition, photoKey } = parcel;
  const url = `${config.publicUrl}/dashboard/parcels/${parcel.id}`;
  return { number, contents, isUndeclared, weightGrams, sidesMm, condition, photoKey, url };
}

async function queue(
  services: NotificationServices,
  db: Db,
  { email: to }: Recipient,
  email: Email,
): Promise<boolean> {
  return await queueEmail(db, { to, email }, services);
}

/** Queues the email of what arrived; nothing where none of it is the customer's any more. Returns whether it is queued. */
export async function queueReceived(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  notifications: readonly OpenNotification[],
): Promise<boolean> {
  const { userId } = recipient;
  const subjects = (isWanted: (kind: OpenNotification["kind"]) => boolean) => [
    ...new Set(notifications.filter(({ kind }) => isWanted(kind)).map((one) => one.subjectId)),
  ];
  const undeclared = new Set(subjects((kind) => kind === "parcel_undeclared"));
  const parcelIds = subjects((kind) => kind !== "package_complete");
  const parcels = await listNotifiedParcels(db, userId, parcelIds, "outside");
  const packageIds = subjects((kind) => kind === "package_complete");
  const completePackages = await listCompletePackages(db, userId, packageIds);
  if (parcels.length === 0 && completePackages.length === 0) return false;
  return await queue(services, db, recipient, {
    name: "parcels-received",
    parcels: parcels
      .slice(0, mostParcels)
      .map((parcel) => emailedParcel(services, parcel, undeclared.has(parcel.id))),
    moreCount: Math.max(0, parcels.length - mostParcels),
    completePackages: completePackages.slice(0, mostPackages),
    parcelsUrl: `${services.config.publicUrl}/dashboard/parcels?group=here`,
  });
}

/**
 * Queues the daily digest: the parcels that arrived, as they are now, and what else happened. Returns whether it is queued,
 * which it is not where all of it was given away meanwhile.
 */
export async function queueDigest(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  notifications: readonly OpenNotification[],
): Promise<boolean> {
  const { publicUrl } = services.config;
  const isArrival = ({ kind }: OpenNotification) => kind === "parcel_received";
  const parcelIds = [...new Set(notifications.filter(isArrival).map((one) => one.subjectId))];
  const parcels = await listNotifiedParcels(db, recipient.userId, parcelIds, "outside");
  const news = notifications
    .filter((one) => !isArrival(one))
    .map(({ kind, subjectId, payload }) => ({
      kind,
      payload,
      url: `${publicUrl}${notificationPath(kind, subjectId, payload)}`,
    }));
  if (parcels.length === 0 && news.length === 0) return false;
  return await queue(services, db, recipient, {
    name: "news-digest",
    parcels: parcels.slice(0, mostParcels).map((parcel) => emailedParcel(services, parcel, false)),
    news: news.slice(0, mostPackages),
    moreCount: Math.max(0, parcels.length - mostParcels) + Math.max(0, news.length - mostPackages),
    dashboardUrl: `${publicUrl}/dashboard`,
  });
}

/** What is in a parcel that closes services, which do not take it, and whether its owner chooses what becomes of it as all refuse it; nothing where there is nothing of that. */
async function closingGoods(services: NotificationServices, db: Db, parcelId: string) {
  const { contents, closed, isForOwner } = await judgeParcel(services, db, parcelId);
  const batteries = closingBatteries.filter((kind) => contents.batteries.includes(kind));
  const goodsFlags = knownFlags.filter((flag) => contents.goods.includes(flag));
  if (batteries.length + goodsFlags.length === 0) return null;
  const closedServices = closed.map(({ names }) => names);
  return {
    battery: batteries[0] ?? "unknown",
    goodsFlags,
    closedServices,
    isRefused: isForOwner,
  } as const;
}

const closingBatteries = ["loose", "packed", "installed"] as const satisfies BatteryKind[];

/**
 * Queues the email of a parcel's damage, battery and goods, as they are known now; nothing where that was corrected
 * or the parcel is not the customer's any more. Returns whether it is queued.
 */
async function queueAttention(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  subject: {
    readonly parcelId: string;
    readonly notifications: readonly OpenNotification[];
  },
): Promise<boolean> {
  const { parcelId, notifications } = subject;
  const [parcel] = await listNotifiedParcels(db, recipient.userId, [parcelId], "damage");
  if (parcel === undefined) return false;
  const isAbout = (kind: OpenNotification["kind"]) =>
    notifications.some((notification) => notification.kind === kind);
  const hasDamage = isAbout("parcel_condition") && (parcel.condition ?? "perfect") !== "perfect";
  const goods = isAbout("parcel_goods") ? await closingGoods(services, db, parcelId) : null;
  if (!hasDamage && goods === null) return false;
  return await queue(services, db, recipient, {
    name: "parcel-attention",
    parcel: emailedParcel(services, parcel, false),
    hasDamage,
    ...(goods ?? { battery: "unknown", goodsFlags: [] }),
  });
}

/**
 * Queues the email of parcels whose free storage ends soon or has ended, as it is now; nothing where they have left, or a
 * plan has lengthened it meanwhile. Returns whether it is queued.
 */
async function queueStorageReminder(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  notifications: readonly OpenNotification[],
): Promise<boolean> {
  const parcelIds = [...new Set(notifications.map(({ subjectId }) => subjectId))];
  const parcels = await listNotifiedParcels(db, recipient.userId, parcelIds, "outside");
  const storage = await readStorage(db, parcelIds, services.now());
  const due = parcels
    .flatMap((parcel) => {
      const costs = storage.get(parcel.id);
      if (costs === undefined || costs.daysLeft > Math.max(...reminderDays)) return [];
      return [{ ...emailedParcel(services, parcel, false), condition: null, ...costs }];
    })
    .toSorted((one, other) => one.daysLeft - other.daysLeft);
  if (due.length === 0) return false;
  return await queue(services, db, recipient, {
    name: "storage-reminder",
    parcels: due.slice(0, mostParcels),
    moreCount: Math.max(0, due.length - mostParcels),
    parcelsUrl: `${services.config.publicUrl}/dashboard/parcels?group=here`,
  });
}

/**
 * Queues the email of how a claim was decided; nothing where it was withdrawn, as when the account is closed. Returns
 * whether it is queued.
 */
async function queueClaimDecided(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  claimId: string,
): Promise<boolean> {
  const claim = await findDecidedClaim(db, recipient.userId, claimId);
  if (claim === undefined) return false;
  const { trackingNumber, parcelId } = claim;
  const parcels = `${services.config.publicUrl}/dashboard/parcels`;
  return await queue(services, db, recipient, {
    name: "claim-decided",
    trackingNumber,
    isGranted: parcelId !== null,
    url: parcelId === null ? parcels : `${parcels}/${parcelId}`,
  });
}

/**
 * Queues the email that a parcel was recorded for a customer by mistake; nothing where it is theirs and here again. Returns
 * whether it is queued.
 */
async function queueRemoved(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  removed: OpenNotification,
): Promise<boolean> {
  const parcel = await findRemovedParcel(db, removed.subjectId);
  const { variant: given, packageName, wasRequested } = removed.payload;
  const why = removedVariants.find((variant) => variant === given);
  if (parcel === undefined || why === undefined) return false;
  if (parcel.userId === recipient.userId && groupOf(parcel.state) === "here") return false;
  return await queue(services, db, recipient, {
    name: "parcel-removed",
    number: parcel.number,
    why,
    ...(packageName !== undefined && { packageName }),
    ...(wasRequested !== undefined && { wasRequested }),
    url: `${services.config.publicUrl}/dashboard/parcels`,
  });
}

const removalVariants = notificationMatrix.parcel_removal.variants;

/**
 * Queues the email that an own parcel is to be returned or disposed of, or was; nothing where that was declined meanwhile.
 * Returns whether it is queued.
 */
async function queueRemoval(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  { subjectId, payload }: OpenNotification,
): Promise<boolean> {
  const parcel = await findRemovedParcel(db, subjectId);
  const removals = await listOwnRemovals(db, recipient.userId, [subjectId]);
  const removal = removals.get(subjectId);
  const what = removalVariants.find((variant) => variant === payload.variant);
  if (parcel === undefined || removal === undefined || what === undefined) return false;
  const isAsked = what === "return_asked" || what === "disposal_asked";
  const page = `${services.config.publicUrl}/dashboard/parcels/${subjectId}`;
  return await queue(services, db, recipient, {
    name: "parcel-removal",
    number: parcel.number,
    what,
    reason: removal.reason,
    until: isAsked ? removal.noticeUntil : null,
    // Where its owner can object.
    url: isAsked ? `${page}?case=new` : page,
  });
}

/**
 * Queues the email of how a proof of goods was judged; nothing where another one was sent meanwhile. Returns whether it is queued.
 */
async function queueProof(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  { subjectId, payload }: OpenNotification,
): Promise<boolean> {
  const parcel = await findRemovedParcel(db, subjectId);
  const proof = await findProof(db, subjectId);
  const state = notificationMatrix.parcel_proof.variants.find(
    (variant) => variant === payload.variant,
  );
  if (parcel?.userId !== recipient.userId || state === undefined) return false;
  if (proof?.state !== state) return false;
  return await queue(services, db, recipient, {
    name: "parcel-proof",
    number: parcel.number,
    state,
    reason: proof.reason,
    url: `${services.config.publicUrl}/dashboard/parcels/${subjectId}`,
  });
}

const removedVariants = notificationMatrix.parcel_removed.variants;

function isRemoval({ kind }: OpenNotification): boolean {
  return kind === "parcel_removed";
}

/** The emails about what customers are told of at once: of reminders of storage one, of all else one for each subject, and of proofs another. */
export function immediateEmails(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  settled: readonly OpenNotification[],
): NotificationEmail[] {
  const reminders = settled.filter(({ kind }) => kind === "storage_reminder");
  const proofs = settled.filter(({ kind }) => kind === "parcel_proof");
  const others = settled.filter(
    ({ kind }) => kind !== "storage_reminder" && kind !== "parcel_proof",
  );
  const bySubject = Map.groupBy(others, ({ subjectId }) => subjectId);
  return [
    {
      notifications: reminders,
      queue: () => queueStorageReminder(services, db, recipient, reminders),
    },
    ...[...Map.groupBy(proofs, ({ subjectId }) => subjectId).values()].map((notifications) => ({
      notifications,
      queue: async () => {
        const newest = notifications.at(-1);
        return newest !== undefined && (await queueProof(services, db, recipient, newest));
      },
    })),
    ...[...bySubject].map(([subjectId, notifications]) => ({
      notifications,
      queue: async () => {
        const removed = notifications.findLast(isRemoval);
        if (removed !== undefined) return await queueRemoved(services, db, recipient, removed);
        const removal = notifications.findLast(({ kind }) => kind === "parcel_removal");
        if (removal !== undefined) return await queueRemoval(services, db, recipient, removal);
        return notifications.some(({ kind }) => kind === "claim_decided")
          ? await queueClaimDecided(services, db, recipient, subjectId)
          : await queueAttention(services, db, recipient, { parcelId: subjectId, notifications });
      },
    })),
  ];
}
