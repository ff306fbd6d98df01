import { apiError } from "#platform/contract/errors.ts";
import {
  nextShipRequestState,
  type ShipRequestAction,
  type ShipRequestActor,
  type ShipRequestEventFacts,
  type ShipRequestEventKind,
} from "#shipping/rules/ship-request.ts";
import type { OwnerContext, EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { lockAnyPackage, type LockedPackage } from "#goods/server/packages/lock-packages.ts";
import { saveShipRequestState } from "#goods/server/packages/change-package.ts";
import { readPackageName } from "#goods/server/packages/package-notifications.ts";
import type { EventActor } from "#people/rules/event-actor.ts";
import { insertEvents } from "#people/server/db/events.ts";
import {
  findRequest,
  lockRequestRow,
  updateRequestRow,
  listDoneServiceNames,
  listRequestParcels,
} from "./request-queries.ts";
import { isOpenShipRequest, isInboundLeg } from "#goods/rules/package-stage.ts";
import { readAskedLegs } from "#goods/server/packages/legs/replace-legs.ts";
import { sentence } from "#platform/server/translate.ts";
import type { LedgerReasonCode, RequestHold } from "#money/rules/ledger.ts";
import { extraServiceKey } from "#shipping/rules/ship-quote.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { HeldFor, RequestHoldRow } from "#money/server/wallet/request-holds.ts";
import type { NotificationKind } from "#notices/rules/notification.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import type { ShipRequestNews } from "#shipping/server/emails/ship-request-emails.ts";
import {
  insertNotifications,
  wasNotified,
} from "#notices/server/notifications/send-notifications.ts";
import { depositStep } from "#money/server/wallet/deposit-news.ts";
import { isDutyPrepaidIn } from "#catalogue/server/suggestions/suggestions.ts";

declare module "#people/server/db/events.ts" {
  interface EventSubjects {
    readonly ship_request: {
      readonly kind: ShipRequestEventKind;
      readonly facts: ShipRequestEventFacts;
    };
  }
}

/** Who leads a request on, and when. */
export type RequestActor = {
  readonly actor: EventActor;
  /** null: the product itself. */
  readonly actorId: string | null;
  readonly at: Date;
};

/** Adds to the history of a request, in the transaction that changes it. */
export async function recordRequestEvent(
  db: Db,
  shipRequestId: string,
  { actor, actorId, at }: RequestActor,
  kind: ShipRequestEventKind,
  facts: ShipRequestEventFacts = {},
): Promise<void> {
  const event = { subjectId: shipRequestId, kind, facts, actor, actorId, createdAt: at };
  await insertEvents(db, "ship_request", [event]);
}

/** A request with its package, both locked until the transaction ends. */
export type LockedRequest = {
  readonly request: RowOf<"shipRequests">;
  readonly pkg: LockedPackage;
};

/**
 * Locks a request and its package, in the order in which everything locks them; with `userId` only that customer's.
 * Throws `not_found`, `conflict` where its package was deleted, and `own_account` where staff act on their own.
 */
export async function lockRequest(
  context: OwnerContext,
  db: Db,
  shipRequestId: string,
  userId: string | null = null,
): Promise<LockedRequest> {
  const found = await findRequest(db, shipRequestId);
  if (found === undefined || (userId !== null && found.userId !== userId)) {
    throw apiError("not_found");
  }
  const { packageId } = found;
  const pkg = packageId === null ? undefined : await lockAnyPackage(context, db, packageId);
  const request = await lockRequestAlone(context, db, shipRequestId);
  if (pkg === undefined) throw apiError("conflict", { current: request.state });
  return { request, pkg };
}

/** Locks a request without its package. Throws `not_found`, and `own_account` where staff act on their own. */
export async function lockRequestAlone(
  { actsOn }: OwnerContext,
  db: Db,
  shipRequestId: string,
): Promise<RowOf<"shipRequests">> {
  const request = await lockRequestRow(db, shipRequestId);
  if (request === undefined) throw apiError("not_found");
  await actsOn(db, "request", request.userId);
  return request;
}

/** The state to which an action leads. Throws `conflict` (with the state as `current`) where it is refused. */
export function requireNextState(
  action: ShipRequestAction,
  by: ShipRequestActor,
  request: RowOf<"shipRequests">,
): RowOf<"shipRequests">["state"] {
  const next = nextShipRequestState(action, by, request);
  if (next === null) throw apiError("conflict", { current: request.state });
  return next;
}

type Change = Omit<Parameters<typeof updateRequestRow>[2], "updatedAt">;

/** Stores a change of a locked request with what follows for its package, and adds it to the history. */
export async function saveRequest(
  db: Db,
  { request, pkg }: LockedRequest,
  actor: RequestActor,
  change: Change,
  event: readonly [kind: ShipRequestEventKind, facts?: ShipRequestEventFacts] | null,
): Promise<LockedRequest> {
  const isWaiting = (change.state ?? request.state) === "waiting_for_customer";
  const isLeft = request.state === "waiting_for_customer" && !isWaiting;
  const saved = await updateRequestRow(db, request.id, {
    ...(isLeft && { waitingReason: null, waitingSince: null }),
    ...change,
    updatedAt: actor.at,
  });
  if (event !== null) await recordRequestEvent(db, request.id, actor, event[0], event[1]);
  if (saved.state !== request.state) {
    await saveShipRequestState(
      db,
      pkg.id,
      isOpenShipRequest(saved.state) || saved.state === "handed_over" ? saved.state : null,
    );
  }
  return { request: saved, pkg };
}

/**
 * Whether what a request sends has left: parcels of it departed, a leg from the warehouse moved, or its carrier reports so
 * and staff have not answered.
 */
export async function hasDeparted(db: Db, { request, pkg }: LockedRequest): Promise<boolean> {
  const hasMoved = pkg.legs.some(
    (leg) => !isInboundLeg(leg, pkg) && (leg.status === "in_transit" || leg.status === "delivered"),
  );
  if (hasMoved) return true;
  const parcels = await listRequestParcels(db, request.id);
  const going = parcels.filter(({ state }) => state === "in_box" || state === "to_find");
  if (going.some(({ parcelState }) => parcelState === "departed")) return true;
  const asked = await readAskedLegs(db, pkg.id);
  return asked.some(({ question }) => question === "not_handed_over");
}

/** Throws `package_departed`, in the words of who reads it, where what a locked request sends has left. */
export async function requireHere(
  db: Db,
  locked: LockedRequest,
  { actor }: Pick<RequestActor, "actor">,
): Promise<void> {
  if (!(await hasDeparted(db, locked))) return;
  if (actor === "customer") throw apiError("package_departed");
  throw apiError("package_departed", {}, sentence("errors.packageDepartedForStaff"));
}

const extraServicePrefix = extraServiceKey("");

/** Whether a hold pays an extra service, so that it stays until that ends or everything is handed over. */
export function isHoldOfExtraService({ idempotencyKey }: RequestHoldRow): boolean {
  return idempotencyKey.startsWith(extraServicePrefix);
}

/** What the history says of a hold. */
export const reasonCodes = {
  shipping_fee: "shipping",
  storage_fee: "storage",
  service_fee: "box",
} as const satisfies Readonly<Record<RequestHold["type"], LedgerReasonCode>>;

/** Whose the holds of a request are, and what they pay. */
export function toHeldFor({ request, pkg }: LockedRequest): HeldFor {
  return {
    userId: request.userId,
    shipRequestId: request.id,
    packageId: pkg.id,
    trackingNumber: pkg.trackingNumber,
  };
}

type Services = EmailOutbox;

/** Whose rules stop a box, and what its customer can do. */
export type StoppedNews = {
  /** Whose rules they are; none where they are not a carrier's. */
  readonly carriers: readonly NamesByLanguage[];
  /** Whether these allow it with a proof of what it is. */
  readonly needsProof: boolean;
  /** The services that take it once a proof was seen. */
  readonly proofServices: readonly NamesByLanguage[];
  /** The parcels in which it is. */
  readonly inboundParcelIds: readonly string[];
  /** Whether another service takes it. */
  readonly hasOther: boolean;
  /** Whether something else is in the box. */
  readonly canTakeOut: boolean;
  /** Whether freight was charged once, and given back. */
  readonly wasFreightCharged: boolean;
  readonly hasHold: boolean;
};

/** What an email says of it. */
function toMailed({ inboundParcelIds: _ids, carriers, proofServices, ...stopped }: StoppedNews) {
  return {
    ...stopped,
    carriers: carriers.map((names) => ({ ...names })),
    proofServices: proofServices.map((names) => ({ ...names })),
  };
}

/** The emails that say that a box is packed say what was done with it, too. */
const packedNews: ReadonlySet<ShipRequestNews> = new Set([
  "packed",
  "topped_up",
  "waiting_price",
  "waiting_over_cap",
  "waiting_over_plan",
  "waiting_declaration",
  "waiting_gift",
]);

type NewsKind = Extract<NotificationKind, `ship_request_${string}` | "extra_service_ended">;

function dedupeKeyOf({ id }: Pick<LockedRequest["request"], "id">, key: string): string {
  return `${id} ${key}`;
}

/** Whether the customer of a request was told what has this key, so that it need not be worked out again. */
export async function wasRequestNotified(
  db: Db,
  { request }: LockedRequest,
  { kind, key }: { readonly kind: NewsKind; readonly key: string },
): Promise<boolean> {
  const { userId } = request;
  return await wasNotified(db, { userId, kind, dedupeKey: dedupeKeyOf(request, key) });
}

/**
 * Notifies the customer of a request, in the transaction that changes it, by email too. What has the same key is notified
 * once.
 */
export async function notifyRequest(
  services: Services,
  db: Db,
  { request, pkg }: LockedRequest,
  news: {
    readonly kind: NewsKind;
    readonly variant?: string;
    /** After the request's id. */
    readonly key: string;
    readonly amountCents?: number | null;
    readonly reason?: string;
    readonly email: ShipRequestNews;
    /** Of a box that waits because of its goods. */
    readonly stopped?: StoppedNews;
    /** The deposit with which it goes on, in the email of this. */
    readonly depositCents?: number | null;
  },
): Promise<void> {
  const { kind, variant, key, amountCents = null, reason = "", email, depositCents = null } = news;
  const { stopped } = news;
  const step = `request ${request.id}`;
  const added = await insertNotifications(services, db, [
    {
      userId: request.userId,
      kind,
      subjectId: pkg.id,
      dedupeKey: dedupeKeyOf(request, key),
      // What a request waits for now stands in the place of what it waited for.
      steps: variant === "topped_up" ? [step, depositStep(request.userId)] : [step],
      payload: {
        ...(variant !== undefined && { variant }),
        ...(amountCents !== null && { amountCents }),
        ...(stopped !== undefined && { stoppedBy: stopped.carriers }),
      },
    },
  ]);
  if (added.length === 0) return;
  await queueEmail(
    db,
    {
      to: pkg.userEmail,
      email: {
        name: "ship-request",
        news: email,
        packageName: await readPackageName(db, pkg),
        trackingNumber: pkg.trackingNumber,
        destination: pkg.destination,
        amountCents,
        depositCents,
        doneServices: packedNews.has(email) ? await listDoneServiceNames(db, request.id) : [],
        dutyPrepaidIn: (await isDutyPrepaidIn({ db, now: services.now }, request.countryCode))
          ? request.countryCode
          : null,
        ...(stopped !== undefined && { stopped: toMailed(stopped) }),
        reason,
        leadsTo: "ship_request",
        url: `${services.config.publicUrl}/dashboard/ship-requests/${request.id}`,
      },
    },
    services,
  );
}

/** The columns of a request whose box is not packed, or no longer. */
export const noPackedBox = {
  boxId: null,
  isBoxChosen: false,
  packedGrams: null,
  packedLengthMm: null,
  packedWidthMm: null,
  packedHeightMm: null,
  packedBy: null,
  packedAt: null,
} as const;
