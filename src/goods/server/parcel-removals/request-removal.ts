import type { StaffParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import {
  noticeUntil,
  type ParcelRemovalGround,
  type ParcelRemovalKind,
} from "#goods/rules/parcel-removal.ts";
import { recordParcelEvents } from "#goods/server/inbound-parcels/parcel-events.ts";
import { lockWithOwner } from "#goods/server/receiving/lock-received.ts";
import {
  isAccountClosed,
  updateParcels,
  type ReceivedRow,
} from "#goods/server/receiving/receiving-queries.ts";
import { insertNotifications } from "#notices/server/notifications/send-notifications.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { ApiError } from "#platform/rules/error-message.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { hasStaffAccess } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { addFile } from "#platform/server/files/files.ts";
import { sentence } from "#platform/server/translate.ts";
import { describeRemoval } from "./read-removals.ts";
import { findRemovalObstacle, readDays } from "./removal-obstacles.ts";
import { getRemovalOfImage, insertRemoval } from "./removal-queries.ts";

type Asked = {
  readonly kind: ParcelRemovalKind;
  readonly ground: ParcelRemovalGround;
  readonly consent: string;
  readonly reason: string;
};

/** A locked parcel, and what stands against it, which a repeat of the same request does not ask. */
type Locked = { readonly parcel: ReceivedRow; readonly obstacle: ApiError | null };

async function lock(
  context: SignedInContext,
  db: Db,
  parcelId: string,
  { ground, consent }: Asked,
): Promise<Locked> {
  const { parcel } = await lockWithOwner(context, db, parcelId);
  if (parcel.removalAsked !== null) {
    const text = sentence("errors.parcelRemovalOpenForStaff");
    return { parcel, obstacle: apiError("parcel_removal_open", {}, text) };
  }
  if (ground === "owner_agreed" && consent === "") {
    const text = sentence("errors.removalConsentMissing");
    return { parcel, obstacle: apiError("removal_not_allowed", { ground }, text) };
  }
  return { parcel, obstacle: await findRemovalObstacle(context, db, parcel, ground) };
}

/** The last day on which the owner can object; null where nobody has to be told first. */
async function readNoticeUntil(
  context: SignedInContext,
  db: Db,
  parcel: ReceivedRow,
  { ground }: Asked,
): Promise<string | null> {
  const { userId } = parcel;
  if (ground !== "long_stored" || userId === null) return null;
  if (await isAccountClosed(db, userId)) return null;
  return noticeUntil((await readDays(context, db, parcel)).today);
}

/** Records what was asked, in the transaction that adds its photo. */
async function record(
  context: SignedInContext,
  db: Db,
  { parcel, asked, imageId }: { parcel: ReceivedRow; asked: Asked; imageId: string },
): Promise<void> {
  const { id: inboundParcelId, userId, packageId } = parcel;
  const { kind, ground, reason } = asked;
  const createdAt = context.now();
  const until = await readNoticeUntil(context, db, parcel, asked);
  const consent = ground === "owner_agreed" ? asked.consent : "";
  const removalId = await insertRemoval(db, {
    inboundParcelId,
    userId,
    kind,
    ground,
    consent,
    reason,
    imageId,
    noticeUntil: until,
    state: "asked",
    createdBy: context.session.person.id,
    createdAt,
  });
  await updateParcels(db, [inboundParcelId], { removalAsked: kind, updatedAt: createdAt });
  const event = kind === "return" ? "return_asked" : "disposal_asked";
  await recordParcelEvents(
    context,
    db,
    [{ parcelId: inboundParcelId, kind: event, packageId }],
    true,
  );
  if (userId !== null && until !== null) {
    await insertNotifications(context, db, [
      {
        userId,
        kind: "parcel_removal",
        subjectId: inboundParcelId,
        dedupeKey: removalId,
        payload: { variant: event, at: `${until}T00:00:00.000Z` },
      },
    ]);
  }
  await context.audit(
    { after: { removalId, kind, ground, consent, imageId, noticeUntil: until }, reason },
    db,
  );
  context.log.info({ inboundParcelId, kind, ground }, "Removal of an inbound parcel asked for");
}

/**
 * Asks to return a parcel that is here to its sender, or to dispose of it, with a photo. Until a second person has decided,
 * it goes with no ship request. An owner who did not agree is told, unless its goods are dangerous.
 *
 * Throws `not_found`, `own_account`, `conflict`, `parcel_removal_open`, `removal_not_allowed` with what is wrong with the
 * ground, `parcel_in_box`, `ship_request_open` with its number, `inbound_parcel_not_free`, and what `addFile` throws.
 */
export async function requestParcelRemoval(
  context: SignedInContext,
  input: Asked & {
    readonly inboundParcelId: string;
    readonly file: File;
    readonly idempotencyKey: string;
  },
): Promise<StaffParcelRemoval> {
  const { inboundParcelId, file, idempotencyKey, ...asked } = input;
  const target = { ownerKind: "inbound_parcel", ownerId: inboundParcelId } as const;
  const { id: imageId } = await addFile<"inbound_parcel", Locked>(
    context,
    {
      ...target,
      kind: "outside",
      name: "parcel-removal",
      file,
      idempotencyKey,
      input: JSON.stringify([asked.kind, asked.ground, asked.consent, asked.reason]),
    },
    {
      lock: async (db) => await lock(context, db, inboundParcelId, asked),
      check: ({ obstacle }) => {
        if (obstacle !== null) throw obstacle;
      },
      record: async (db, image, { parcel }) =>
        await record(context, db, { parcel, asked, imageId: image.id }),
    },
  );
  const { person } = context.session;
  return describeRemoval(await getRemovalOfImage(context.db, imageId), {
    personId: person.id,
    seesCustomers: hasStaffAccess(person, roleAccess.customers),
  });
}
