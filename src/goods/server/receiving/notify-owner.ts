import type { NotificationKind, notificationMatrix } from "#notices/rules/notification.ts";
import type { ParcelCondition } from "#goods/rules/receiving.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  insertNotifications,
  type NewNotification,
} from "#notices/server/notifications/send-notifications.ts";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import { judgeParcel } from "#goods/server/goods/judge-parcel.ts";
import type { LockedPackage } from "#goods/server/packages/lock-packages.ts";
import { readPackageName } from "#goods/server/packages/package-notifications.ts";
import { isAccountClosed, type ReceivedRow } from "./receiving-queries.ts";

/** What was recorded, as far as it is announced on its own. */
export type Announced = {
  readonly condition: ParcelCondition;
  readonly battery: BatteryKind;
  readonly goodsFlags: readonly GoodsFlag[];
};

function hasGoods({ battery, goodsFlags }: Announced): boolean {
  return goodsFlags.length > 0 || (battery !== "unknown" && battery !== "none");
}

function goodsOf({ battery, goodsFlags }: Announced): string {
  return [battery, ...goodsFlags.toSorted()].join(" ");
}

/** Whether what is in a parcel was recorded differently before, or not yet. */
export function areGoodsNew(recorded: Announced, before: Announced | null): boolean {
  return before === null || goodsOf(recorded) !== goodsOf(before);
}

/** What is announced of a record: of one that follows another, only what differs from it. */
function announcedKinds(recorded: Announced, before: Announced | null): NotificationKind[] {
  const isConditionNew = recorded.condition !== before?.condition;
  return [
    ...(recorded.condition !== "perfect" && isConditionNew ? (["parcel_condition"] as const) : []),
    ...(hasGoods(recorded) && areGoodsNew(recorded, before) ? (["parcel_goods"] as const) : []),
  ];
}

type Notice = {
  readonly userId: string;
  readonly parcelId: string;
  readonly recorded: Announced;
  readonly before: Announced | null;
  readonly arrival: "parcel_received" | "parcel_undeclared" | null;
  /** The package that gathers it. */
  readonly packageId: string | null;
  /** The package of which this was the last parcel that was awaited. */
  readonly completePackageId: string | null;
  /** What makes the keys unique, of the arrival and of what was recorded. */
  readonly keys: { readonly arrival: string; readonly record: string };
};

/** Of what closes services: whether all of them refuse it, so that its owner chooses what becomes of it. */
async function goodsPayload(context: SignedInContext, db: Db, parcelId: string) {
  const { isForOwner } = await judgeParcel(context, db, parcelId);
  return { variant: isForOwner ? "refused" : "limited" } as const;
}

async function toNotifications(
  context: SignedInContext,
  db: Db,
  notice: Notice,
): Promise<NewNotification[]> {
  const { userId, parcelId, arrival, completePackageId, keys } = notice;
  const ofRecord = announcedKinds(notice.recorded, notice.before);
  const ofGoods = ofRecord.includes("parcel_goods")
    ? await goodsPayload(context, db, parcelId)
    : null;
  const gathering = notice.packageId ?? "alone";
  return [
    ...(arrival === null
      ? []
      : [
          {
            userId,
            kind: arrival,
            subjectId: parcelId,
            dedupeKey: keys.arrival,
            steps: [`${arrival} ${gathering}`] as const,
          },
        ]),
    ...ofRecord.map((kind) => ({
      userId,
      kind,
      subjectId: parcelId,
      dedupeKey: keys.record,
      ...(kind === "parcel_goods" && ofGoods !== null && { payload: ofGoods }),
    })),
    ...(completePackageId === null
      ? []
      : [
          {
            userId,
            kind: "package_complete" as const,
            subjectId: completePackageId,
            dedupeKey: `${completePackageId} ${parcelId}`,
            steps: [`parcel_received ${completePackageId}`] as const,
          },
        ]),
  ];
}

/**
 * Notifies the owner of what was recorded about a parcel, in the transaction `db` that records it: that it arrived, and
 * always what closes services or is damaged. Nothing for an owner who is unknown or has closed the account.
 */
export async function notifyOwner(
  context: SignedInContext,
  db: Db,
  notice: Omit<Notice, "userId" | "keys"> & {
    readonly userId: string | null;
    readonly recordId: string;
  },
): Promise<void> {
  const { userId, parcelId, recordId } = notice;
  if (userId === null) return;
  const keys = { arrival: parcelId, record: recordId };
  await insertNotifications(
    context,
    db,
    await toNotifications(context, db, { ...notice, userId, keys }),
  );
}

/** The same for the owner to whom staff give a parcel, who has not been notified of it, whoever was before. */
export async function notifyNewOwner(
  context: SignedInContext,
  db: Db,
  notice: Pick<Notice, "userId" | "parcelId" | "recorded" | "completePackageId">,
): Promise<void> {
  const now = context.now();
  const match = `${notice.parcelId} matched ${now.toISOString()}`;
  const notifications = await toNotifications(context, db, {
    ...notice,
    before: null,
    packageId: notice.completePackageId,
    arrival: "parcel_received",
    keys: { arrival: match, record: match },
  });
  await insertNotifications(context, db, notifications);
}

/** Notifies the owner of a parcel, unless the account is closed, that staff found in it what closes services. */
export async function notifyOfGoods(
  context: SignedInContext,
  db: Db,
  { id: parcelId, userId }: Pick<ReceivedRow, "id" | "userId">,
): Promise<void> {
  if (userId === null || (await isAccountClosed(db, userId))) return;
  const dedupeKey = `${parcelId} corrected ${context.now().toISOString()}`;
  const payload = await goodsPayload(context, db, parcelId);
  await insertNotifications(context, db, [
    { userId, kind: "parcel_goods", subjectId: parcelId, dedupeKey, payload },
  ]);
}

/**
 * Notifies the customer, if there was one, from whom a parcel was taken that had been recorded for them by mistake, of that
 * and of the package and the ship request that it left.
 */
export async function notifyFormerOwner(
  context: SignedInContext,
  db: Db,
  taken: {
    readonly userId: string | null;
    readonly parcelId: string;
    readonly variant: (typeof notificationMatrix.parcel_removed.variants)[number];
    readonly left: { readonly pkg: LockedPackage; readonly wasRequested: boolean } | null;
  },
): Promise<void> {
  const { userId, parcelId, variant, left } = taken;
  if (userId === null) return;
  const takenOutOf =
    left === null
      ? {}
      : { packageName: await readPackageName(db, left.pkg), wasRequested: left.wasRequested };
  await insertNotifications(context, db, [
    {
      userId,
      kind: "parcel_removed",
      subjectId: parcelId,
      dedupeKey: `${parcelId} ${context.now().toISOString()}`,
      payload: { variant, ...takenOutOf },
    },
  ]);
}
