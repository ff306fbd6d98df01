import {
  arrivalKinds,
  dailyDigest,
  emailMomentOf,
  notificationMatrix,
  type NotificationKind,
} from "#notices/rules/notification.ts";
import type { NotificationPayload } from "#notices/rules/notification-payload.ts";
import { nextDigestAt, timeZoneOfCountry } from "#notices/rules/digest.ts";
import { isStillJoined, joinedPayload } from "#notices/rules/joined-notification.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import {
  findOpenStep,
  hasAwaitedDeposit,
  insertMissingNotifications,
  listDueUserIds,
  listMorningFacts,
  listNewestIds,
  listOpenNotifications,
  listUnknownPlaces,
  lockOpenSteps,
  lockRecipient,
  updateHandled,
  updateToEnded,
  wasEmailedAfter,
  type OpenStep,
} from "./notification-queries.ts";
import type {
  NotificationEmail,
  NotificationServices,
  OpenNotification,
} from "#notices/server/announcements.ts";
import { listTurnedOff } from "./preference-queries.ts";
import type { AppServices } from "#platform/server/context.ts";

/** The desk sends a parcel's photos right after its record, and they belong into the email. */
const settlingMinutes = 1;
const minutesBetweenEmails = 60;

/** For one run; the others follow a minute later. */
const mostUsers = 1_000;
const mostNotifications = 1_000;

function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}

/** Queues an email and marks its notifications; where none is sent they are marked too, so that none comes later. */
async function handle(
  { now }: NotificationServices,
  db: Db,
  { notifications, queue }: NotificationEmail,
): Promise<void> {
  if (notifications.length === 0) return;
  const handledAt = now();
  const isQueued = await queue();
  await updateHandled(db, notifications, { handledAt, emailedAt: isQueued ? handledAt : null });
}

/** Those that are still news: of a package only its newest notification is. */
async function withoutOutdated(
  db: Db,
  notifications: readonly OpenNotification[],
): Promise<OpenNotification[]> {
  const ofPackages = notifications.filter(
    ({ kind }) => notificationMatrix[kind].group === "packages",
  );
  const newest = await listNewestIds(db, [...new Set(ofPackages.map((one) => one.subjectId))]);
  return notifications.filter((one) => !ofPackages.includes(one) || newest.has(one.id));
}

type Reading = { readonly userId: string; readonly email: string };

/** Queues the daily digest where it is due; what is not news any more ends with it. */
async function queueDigest(
  services: NotificationServices,
  db: Db,
  to: Reading,
  open: readonly OpenNotification[],
): Promise<void> {
  const now = services.now();
  const isDue = ({ dueAt }: OpenNotification) => dueAt !== null && dueAt <= now;
  if (!open.some(isDue)) return;
  const news = await withoutOutdated(db, open);
  const outdated = open.filter((one) => !news.includes(one));
  await updateHandled(db, outdated, { handledAt: now, emailedAt: null });
  if (!news.some(isDue)) return;
  await handle(services, db, {
    notifications: news,
    queue: () => services.listeners.queueDigest(services, db, to, news),
  });
}

/** Queues the email of what is collected where its hour is over, with everything else that has arrived. */
async function queueCollected(
  services: NotificationServices,
  db: Db,
  to: Reading,
  open: readonly OpenNotification[],
): Promise<readonly OpenNotification[]> {
  const now = services.now();
  const arrivals = open.filter(({ kind }) => arrivalKinds.includes(kind));
  const isDue = arrivals.some(
    (one) => emailMomentOf(one) === "collected" && one.dueAt !== null && one.dueAt <= now,
  );
  if (!isDue) return [];
  if (await wasEmailedAfter(db, to.userId, minutesAfter(now, -minutesBetweenEmails))) return [];
  await handle(services, db, {
    notifications: arrivals,
    queue: () => services.listeners.queueCollectedEmail(services, db, to, arrivals),
  });
  return arrivals;
}

async function notifyUser(services: NotificationServices, db: Db, userId: string): Promise<void> {
  const { listeners } = services;
  const recipient = await lockRecipient(db, userId);
  // Another run is emailing this customer, or the account is being changed.
  if (recipient === undefined) return;
  const now = services.now();
  const listed = await listOpenNotifications(db, userId, mostNotifications);
  const turnedOff = await listTurnedOff(db, userId);
  const isOff = (one: OpenNotification) =>
    turnedOff.some(
      ({ kind, channel }) =>
        channel === "email" && (kind === one.kind || (kind === dailyDigest && isOfDigest(one))),
    );
  const open = listed.filter((one) => recipient.isActive && !isOff(one));
  const left = listed.filter((one) => !open.includes(one));
  await updateHandled(db, left, { handledAt: now, emailedAt: null });
  const to = { userId, email: recipient.email };
  const settled = open.filter(
    (one) => emailMomentOf(one) === "settled" && one.dueAt !== null && one.dueAt <= now,
  );
  for (const email of listeners.immediateEmails(services, db, to, settled)) {
    await handle(services, db, email);
  }
  const collected = await queueCollected(services, db, to, open);
  const digest = open.filter((one) => isOfDigest(one) && !collected.includes(one));
  await queueDigest(services, db, to, digest);
}

function isOfDigest(notification: OpenNotification): boolean {
  return ["digest", "with_digest"].includes(emailMomentOf(notification));
}

/**
 * Queues emails of the notifications: damage, batteries, goods that close services and decided claims each at once,
 * reminders of storage at once in one email, what asks to be looked at together and at most once an hour for a customer,
 * all others in one digest in the morning. Of a kind that the customer turned off no email is sent, also later. Each is
 * emailed once, however many servers run this, since emails are queued in the transaction that marks them. Suspended and
 * closed accounts get none. A recurring job.
 */
export async function sendNotifications(services: NotificationServices): Promise<void> {
  const now = services.now();
  const times = { now, lastEmailBefore: minutesAfter(now, -minutesBetweenEmails) };
  const failures: unknown[] = [];
  for (const userId of await listDueUserIds(services.db, times, mostUsers)) {
    try {
      await atomically(services.db, (db) => notifyUser(services, db, userId));
    } catch (error) {
      // The other customers must not wait for it.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Something that a customer is notified about once. */
export type NewNotification = {
  readonly userId: string;
  readonly kind: NotificationKind;
  /** The parcel, package or claim; of money the deposit, charge, subscription or payout, else the customer. */
  readonly subjectId: string;
  /** Of one customer and kind, whatever has the same key is notified once. */
  readonly dedupeKey: string;
  /** The number of a parcel, package or claim is added to it. */
  readonly payload?: Omit<NotificationPayload, "number">;
  /** Under the bell it stands in the place of the customer's entries of these steps, and the next one of the first in its. */
  readonly steps?: readonly [string, ...string[]];
};

type Placed = NewNotification & { readonly place: number };

/** Whether a customer was notified of what has this key; another transaction may do so at this moment. */
export async function wasNotified(
  db: Db,
  notification: Pick<NewNotification, "userId" | "kind" | "dedupeKey">,
): Promise<boolean> {
  return (await listUnknownPlaces(db, [{ ...notification, place: 0 }])).length === 0;
}

/** When the customers have their next morning. */
async function readMornings(db: Db, userIds: readonly string[], now: Date) {
  const facts = userIds.length === 0 ? [] : await listMorningFacts(db, [...new Set(userIds)]);
  return new Map(
    facts.map(({ userId, timeZone, country }) => [
      userId,
      nextDigestAt(timeZone ?? timeZoneOfCountry(country), now),
    ]),
  );
}

function stepsOf({ userId, steps }: NewNotification) {
  return (steps ?? []).map((step) => ({ userId, step }));
}

type Row = Parameters<typeof insertMissingNotifications>[2][number];

type Joining = {
  readonly rows: readonly Row[];
  /** Entries whose place others take, and those that are too old for that. */
  readonly joinedIds: readonly bigint[];
  readonly endedIds: readonly bigint[];
};

/** What is inserted in which place: of a step the last one is its entry, which says the others too. */
function joinSteps(
  notifications: readonly Placed[],
  open: readonly OpenStep[],
  now: Date,
): Joining {
  const keyOf = (one: { readonly userId: string; readonly step: string }) =>
    `${one.userId} ${one.step}`;
  const entries = new Map<string, OpenStep | Row>(open.map((one) => [keyOf(one), one]));
  const rows: Row[] = [];
  const [joinedIds, endedIds]: [bigint[], bigint[]] = [[], []];
  for (const notification of notifications) {
    const { place, userId, kind, subjectId, dedupeKey } = notification;
    let payload: NotificationPayload = notification.payload ?? {};
    for (const key of stepsOf(notification).map(keyOf)) {
      const earlier = entries.get(key);
      if (earlier === undefined) continue;
      entries.delete(key);
      const isStored = "id" in earlier;
      if (isStored && !isStillJoined(earlier, now)) {
        endedIds.push(earlier.id);
        continue;
      }
      payload = joinedPayload(earlier, { kind, payload });
      if (isStored) joinedIds.push(earlier.id);
      else rows.splice(rows.indexOf(earlier), 1, { ...earlier, step: null, isJoined: true });
    }
    const moment = emailMomentOf({ kind, payload });
    const row: Row = {
      place,
      userId,
      kind,
      subjectId,
      dedupeKey,
      payload,
      step: notification.steps?.[0] ?? null,
      isJoined: false,
      dueAt:
        moment === "settled" || moment === "collected" ? minutesAfter(now, settlingMinutes) : null,
      handledAt: moment === "direct" ? now : null,
    };
    rows.push(row);
    if (row.step !== null) entries.set(keyOf({ userId, step: row.step }), row);
  }
  return { rows, joinedIds, endedIds };
}

function firstOfEachKey(notifications: readonly Placed[]): Placed[] {
  const keyOf = ({ userId, kind, dedupeKey }: Placed) => `${userId} ${kind} ${dedupeKey}`;
  const byKey = Map.groupBy(notifications, keyOf);
  return [...byKey.values()].flatMap(([first]) => first ?? []);
}

/** Inserts those that are not known; returns the places of those that were inserted, and how many pushes are queued. */
async function insertUnknown(
  { listeners, now }: Pick<AppServices, "listeners" | "now">,
  db: Db,
  notifications: readonly Placed[],
): Promise<{
  readonly known: readonly number[];
  readonly inserted: readonly number[];
  readonly queued: number;
}> {
  const unknownPlaces = new Set(await listUnknownPlaces(db, notifications));
  const unknown = firstOfEachKey(notifications.filter(({ place }) => unknownPlaces.has(place)));
  const known = notifications.filter((one) => !unknown.includes(one)).map(({ place }) => place);
  if (unknown.length === 0) return { known, inserted: [], queued: 0 };
  const createdAt = now();
  const open = await lockOpenSteps(db, unknown.flatMap(stepsOf));
  const { rows, joinedIds, endedIds } = joinSteps(unknown, open, createdAt);
  await updateToEnded(db, joinedIds, true);
  await updateToEnded(db, endedIds, false);
  const isInDigest = (row: Row) => emailMomentOf(row) === "digest";
  const mornings = await readMornings(
    db,
    rows.filter(isInDigest).map(({ userId }) => userId),
    createdAt,
  );
  const dueRows = rows.map((row) =>
    isInDigest(row) ? { ...row, dueAt: mornings.get(row.userId) ?? createdAt } : row,
  );
  return { known, ...(await insertMissingNotifications(listeners, db, dueRows, createdAt)) };
}

/** Another transaction may open the same step at this moment: once it has ended, its entry is joined, or left after these. */
const mostAttempts = 3;

/**
 * Inserts notifications in the transaction `db` that makes the change, and leaves out those with a known key. Returns
 * those that are new. The emails of some kinds are queued later from these rows; of the others the caller queues them.
 * Pushes are sent after the commit.
 */
export async function insertNotifications(
  services: Pick<AppServices, "jobs" | "listeners" | "now">,
  db: Db,
  notifications: readonly NewNotification[],
): Promise<NewNotification[]> {
  const places = new Set<number>();
  let pending: readonly Placed[] = notifications.map((one, place) => ({ ...one, place }));
  let hasPushes = false;
  for (let attempt = 0; attempt < mostAttempts && pending.length > 0; attempt += 1) {
    const isLast = attempt === mostAttempts - 1;
    const placed = isLast ? pending.map(({ steps: _steps, ...one }) => one) : pending;
    const { known, inserted, queued } = await insertUnknown(services, db, placed);
    hasPushes ||= queued > 0;
    for (const place of inserted) places.add(place);
    const done = new Set([...known, ...inserted]);
    pending = pending.filter(({ place }) => !done.has(place));
  }
  if (hasPushes) await services.jobs.enqueue(db, "send-push", {});
  return notifications.filter((_one, place) => places.has(place));
}

/** The entry under the bell that the next notification of a step joins, with its key. */
export async function readOpenStep(
  db: Db,
  userId: string,
  step: string,
): Promise<
  | {
      readonly dedupeKey: string;
      readonly payload: NotificationPayload;
      readonly createdAt: Date;
    }
  | undefined
> {
  return await findOpenStep(db, userId, step);
}

/** Whether a deposit that something waited for arrived after `moment`. */
export async function wasDepositAwaitedAfter(
  db: Db,
  userId: string,
  moment: Date,
): Promise<boolean> {
  return await hasAwaitedDeposit(db, userId, moment);
}
