// What stands against returning a parcel to its sender or disposing of it.
import { removableFrom, type ParcelRemovalGround } from "#goods/rules/parcel-removal.ts";
import { judgeParcel } from "#goods/server/goods/judge-parcel.ts";
import { placeObstacle } from "#goods/server/receiving/lock-received.ts";
import { requireWarehouse } from "#goods/server/receiving/receiving-desk.ts";
import type { ReceivedRow } from "#goods/server/receiving/receiving-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { localTime } from "#platform/rules/calendar.ts";
import type { ApiError } from "#platform/rules/error-message.ts";
import { localeOf } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { sentence, translate } from "#platform/server/translate.ts";
import "#goods/server/announcements.ts";

type DayMessage = "errors.removalTooEarly" | "errors.removalNoticeRunning";

/** An error that names a day of the calendar, in the language of the reader. */
export function errorWithDay(
  code: "removal_not_allowed" | "removal_notice_running",
  message: DayMessage,
  day: string,
): ApiError {
  return apiError(code, { day }, (language) =>
    translate(language, message, {
      day: new Date(day).toLocaleDateString(localeOf(language), {
        dateStyle: "long",
        timeZone: "UTC",
      }),
    }),
  );
}

/** The days, where the parcel lies, of today and of its arrival. */
export async function readDays(
  { now }: SignedInContext,
  db: Db,
  { warehouseId, receivedAt }: ReceivedRow,
): Promise<{ readonly today: string; readonly arrival: string }> {
  if (warehouseId === null) throw new Error("A parcel that is here lies in a warehouse.");
  const timeZone = await requireWarehouse(db, warehouseId);
  const today = localTime(timeZone, now()).day;
  return { today, arrival: receivedAt === null ? today : localTime(timeZone, receivedAt).day };
}

async function groundObstacle(
  context: SignedInContext,
  db: Db,
  parcel: ReceivedRow,
  ground: ParcelRemovalGround,
): Promise<ApiError | null> {
  if (ground === "owner_agreed") {
    if (parcel.userId !== null) return null;
    return apiError("removal_not_allowed", { ground }, sentence("errors.removalWithoutOwner"));
  }
  if (ground === "dangerous_goods") {
    if ((await judgeParcel(context, db, parcel.id)).isRefused) return null;
    return apiError("removal_not_allowed", { ground }, sentence("errors.removalOfTakenGoods"));
  }
  const { today, arrival } = await readDays(context, db, parcel);
  const from = removableFrom(parcel.freeUntil ?? arrival);
  if (today >= from) return null;
  return errorWithDay("removal_not_allowed", "errors.removalTooEarly", from);
}

/** What stands against it for a locked parcel; null where nothing does. */
export async function findRemovalObstacle(
  context: SignedInContext,
  db: Db,
  parcel: ReceivedRow,
  ground: ParcelRemovalGround,
): Promise<ApiError | null> {
  const obstacle = placeObstacle(parcel);
  if (obstacle !== null) return obstacle;
  const number = await context.listeners.requestOf(db, [parcel.id]);
  if (number !== null) {
    return apiError(
      "ship_request_open",
      { number },
      sentence("errors.parcelInRequest", { number }),
    );
  }
  return await groundObstacle(context, db, parcel, ground);
}
