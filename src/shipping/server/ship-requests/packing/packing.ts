import type { RowOf } from "#platform/server/db/tables.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { QueueCounts, QueuedShipRequest, PackingRequest } from "#shipping/contract/packing.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import { isToTakeOut, mayPack } from "#shipping/rules/ship-request.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  countQueue,
  hasWarehouse,
  listQueueRows,
  type QueueGroup,
  type QueueRow,
  findQueueRow,
  listParcelsToPack,
} from "./packing-queries.ts";
import {
  lockRequest,
  saveRequest,
  requireHere,
  requireNextState,
  noPackedBox,
  notifyRequest,
  recordRequestEvent,
  type RequestActor,
} from "#shipping/server/ship-requests/change-request.ts";
import { setParcelStates } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { isValueDoubted } from "#goods/rules/value-doubt.ts";
import { readDataRules } from "#goods/server/customs/customs-facts.ts";
import { readDeclaredGoods } from "#goods/server/goods/declared-goods.ts";
import { readWarnings } from "#goods/server/goods/goods-warnings.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { endQuotes } from "#shipping/server/ship-requests/quote-queries.ts";
import {
  listRequestParcels,
  updateRequestParcels,
  findRequest,
} from "#shipping/server/ship-requests/request-queries.ts";
import { waitFor } from "#shipping/server/ship-requests/apply-quote.ts";
import { endRequest } from "#shipping/server/ship-requests/end-request.ts";
import { endLabelOfRequest, isOnManifest } from "#shipping/server/labels/labels.ts";
import { packagingRemoval } from "#catalogue/rules/extra-service.ts";
import { readOfferedBoxes } from "#shipping/server/boxes/boxes.ts";
import { describeWork, readWorkOfRequest } from "#shipping/server/extra-services/orders.ts";
import { listFirstFiles } from "#platform/server/files/files.ts";
import { fileUrl } from "#platform/server/files/serve-file.ts";
import { sidesOf, spanOf } from "#shipping/server/ship-requests/estimate-shipping.ts";
import { readImagesOfRequest } from "./packing-images.ts";

/** A request as the queue shows it: without money and contacts. */
function toQueued(
  { session, now }: Pick<SignedInContext, "session" | "now">,
  row: QueueRow,
): QueuedShipRequest {
  const { packerId, packerActiveAt, packerInitial, parcelsCount, foundCount, number, ...fields } =
    row;
  const isReader = packerId === session.person.id;
  return {
    ...fields,
    reference: shipRequestReference(number),
    dueAt: row.dueAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    parcelsCount: Number(parcelsCount),
    foundCount: Number(foundCount),
    openExtraServices: Number(row.openExtraServices),
    packer:
      packerId === null
        ? null
        : {
            isReader,
            initial: packerInitial ?? "",
            mayTakeOver:
              !isReader && mayPack({ packerId, packerActiveAt }, session.person.id, now()),
          },
  };
}

/** The ship requests of a warehouse by what is to be done with them. Throws `not_found` for an unknown warehouse. */
export async function listQueue(
  context: SignedInContext,
  input: {
    readonly warehouseId: string;
    readonly group: QueueGroup;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: QueuedShipRequest[]; total: number; counts: QueueCounts }> {
  const { db } = context;
  const { warehouseId, group, page, pageSize } = input;
  if (!(await hasWarehouse(db, warehouseId))) throw apiError("not_found");
  const slice = { offset: (page - 1) * pageSize, limit: pageSize };
  const rows = await listQueueRows(db, warehouseId, group, slice);
  const counts = await countQueue(db, warehouseId);
  return { items: rows.map((row) => toQueued(context, row)), total: counts[group], counts };
}

/** What goes into the box of a request: parcels with photos and shelves, extra services and boxes. Throws `not_found`. */
export async function readShipRequest(
  context: SignedInContext,
  input: { readonly shipRequestId: string },
): Promise<PackingRequest> {
  return await describePacking(context, input.shipRequestId);
}

/** Goes on packing what somebody else began. Throws `not_found`, and `conflict` unless it is being packed. */
export async function takeOver(
  context: SignedInContext,
  { shipRequestId }: { readonly shipRequestId: string },
): Promise<PackingRequest> {
  const { db } = context;
  const locked = await lockRequest(context, db, shipRequestId);
  const { request } = locked;
  if (request.state !== "packing") throw apiError("conflict", { current: request.state });
  const actor = staffActor(context);
  const packerId = context.session.person.id;
  if (request.packerId === packerId) {
    context.unchanged();
    return await describePacking(context, shipRequestId);
  }
  await saveRequest(db, locked, actor, { packerId, packerActiveAt: actor.at }, ["taken_over"]);
  await context.audit({
    before: { packerId: request.packerId },
    after: { packerId },
  });
  return await describePacking(context, shipRequestId);
}

/**
 * Opens a closed box again until it is handed over: its quotes end, its label becomes void, its parcels are received again, and
 * packing goes on by whoever opened it, in the box that was chosen. What is held stays, and a new price up to the accepted one
 * is accepted by itself. Throws
 * `not_found`, `label_on_manifest`, `package_departed`, and `conflict` where there is no closed box.
 */
export async function openBox(
  context: SignedInContext,
  { shipRequestId, reason }: { readonly shipRequestId: string; readonly reason: string },
): Promise<PackingRequest> {
  const { db } = context;
  const locked = await lockRequest(context, db, shipRequestId);
  const { request, pkg } = locked;
  const state = requireNextState("open_box", "packer", request);
  const actor = staffActor(context);
  const isPaid = request.state === "accepted" || request.state === "labelled";
  if (isPaid) {
    if (await isOnManifest(db, shipRequestId)) throw apiError("label_on_manifest");
    await requireHere(db, locked, actor);
    await endLabelOfRequest(db, shipRequestId, { by: actor.actorId, at: actor.at, reason });
  }
  const parcels = await listRequestParcels(db, shipRequestId);
  const ids = parcels.map(({ inboundParcelId }) => inboundParcelId);
  await setParcelStates(context, db, pkg.id, ids, "received");
  await endQuotes(db, shipRequestId, "replaced", actor.at);
  const packer = { packerId: context.session.person.id, packerActiveAt: actor.at };
  const opened = {
    state,
    quoteId: null,
    reopenedQuoteId: isPaid ? request.quoteId : request.reopenedQuoteId,
    ...noPackedBox,
    boxId: request.boxId,
    isBoxChosen: request.isBoxChosen,
    ...packer,
  };
  await saveRequest(db, locked, actor, opened, ["box_opened", { reason }]);
  await updatePackageFromParcels(context, db, pkg.id);
  await context.audit({
    before: { state: request.state, packedGrams: request.packedGrams },
    reason,
  });
  return await describePacking(context, shipRequestId);
}

type MissingInput = { readonly shipRequestId: string; readonly inboundParcelId: string };

/**
 * Reports that a parcel cannot be found: the request waits for its customer, until they go on without it or it is scanned. A
 * repeat changes nothing. Throws `not_found`, `packed_by_another`, and `conflict` unless it is still to be found.
 */
export async function reportMissing(
  context: SignedInContext,
  input: MissingInput,
): Promise<PackingRequest> {
  const { db } = context;
  const { shipRequestId, inboundParcelId } = input;
  const locked = await lockRequest(context, db, shipRequestId);
  const { request } = locked;
  const parcels = await listRequestParcels(db, shipRequestId);
  const parcel = parcels.find((one) => one.inboundParcelId === inboundParcelId);
  if (parcel === undefined) throw apiError("not_found");
  if (parcel.state === "missing") {
    context.unchanged();
    return await describePacking(context, shipRequestId);
  }
  requirePacker(context, request);
  // A second parcel can be missing too.
  if (request.waitingReason !== "missing") requireNextState("report_missing", "packer", request);
  if (parcel.state !== "to_find") throw apiError("conflict", { current: parcel.state });
  const actor = staffActor(context);
  await updateRequestParcels(db, shipRequestId, [inboundParcelId], { state: "missing" });
  await recordRequestEvent(db, shipRequestId, actor, "parcel_missing", {
    labelCode: parcel.labelCode,
  });
  await context.audit({ after: { inboundParcelId } });
  await waitFor(context, db, locked, actor, "missing");
  return await describePacking(context, shipRequestId);
}

/**
 * Cancels a ship request that has not left, with a reason that its customer reads: holds are released, and extra services that
 * are done are charged. A repeat changes nothing. Throws `not_found`, `own_account`, `package_departed`, and `conflict` once it
 * has ended.
 */
export async function cancelShipRequest(
  context: SignedInContext,
  { shipRequestId, reason }: { readonly shipRequestId: string; readonly reason: string },
): Promise<PackingRequest> {
  const { db } = context;
  const locked = await lockRequest(context, db, shipRequestId);
  const { request } = locked;
  if (request.state === "cancelled") {
    context.unchanged();
    return await describePacking(context, shipRequestId);
  }
  requireNextState("cancel", "staff", request);
  const ended = await endRequest(context, db, locked, staffActor(context), {
    state: "cancelled",
    reason,
  });
  await notifyRequest(context, db, ended, {
    kind: "ship_request_cancelled",
    key: "cancelled",
    reason,
    email: "cancelled",
  });
  await context.audit({
    before: { state: request.state },
    after: { state: "cancelled" },
    reason,
  });
  context.log.info({ shipRequestId }, "Ship request cancelled by staff");
  return await describePacking(context, shipRequestId);
}

/** What is declared to be in parcels, by their ids, with what customs may ask about it. */
async function describeGoods(context: SignedInContext, parcelIds: readonly string[]) {
  const goods = await readDeclaredGoods(context, context.db, parcelIds);
  const warnings = await readWarnings(context, goods);
  const declared = goods.map(({ inboundParcelId, isValueConfirmed, ...one }, at) => {
    const doubts = warnings[at] ?? [];
    const fields = {
      goodsItems: [...one.goodsItems],
      correctedItems: [...one.correctedItems],
      warnings: doubts,
      isValueLow: isValueDoubted(doubts),
      isValueConfirmed,
    };
    return [inboundParcelId, fields] as const;
  });
  return new Map(declared);
}

const noGoods = {
  goodsItems: [],
  correctedItems: [],
  warnings: [],
  isValueLow: false,
  isValueConfirmed: false,
};

/** What goes into the box of a request, as the packing desk shows it: without money and contacts. Throws `not_found`. */
export async function describePacking(
  context: SignedInContext,
  shipRequestId: string,
): Promise<PackingRequest> {
  const { db } = context;
  const queued = await findQueueRow(db, shipRequestId);
  const request = await findRequest(db, shipRequestId);
  if (queued === undefined || request === undefined) throw apiError("not_found");
  const rows = await listParcelsToPack(db, shipRequestId);
  const ids = rows.map(({ inboundParcelId }) => inboundParcelId);
  const images = await listFirstFiles(db, ids);
  const goods = await describeGoods(context, ids);
  const { countryCode } = request;
  const work = await describeWork(context, db, await readWorkOfRequest(db, shipRequestId));
  const boxes = await readOfferedBoxes(db, request.warehouseId);
  const losesPackaging = (id: string) =>
    work.some(({ code, inboundParcelId }) => code === packagingRemoval && inboundParcelId === id);
  const going = rows.filter(({ state }) => state === "to_find" || state === "in_box");
  const span = spanOf(
    going.map((row) => ({ ...row, losesPackaging: losesPackaging(row.inboundParcelId) })),
    boxes,
  );
  // A chosen box may be offered no longer.
  const isKept =
    request.isBoxChosen && (request.boxId === null || boxes.some(({ id }) => id === request.boxId));
  const { packedGrams, packedLengthMm, packedWidthMm, packedHeightMm, packedAt } = request;
  return {
    ...toQueued(context, queued),
    note: request.note,
    version: request.version,
    countryCode,
    hsDigits: (await readDataRules(context, [countryCode]))(countryCode).hsDigits,
    parcels: rows.map(({ scannedAt, foundBatteries, foundFlags, ...fields }) => {
      const { lengthMm, widthMm, heightMm, ...row } = fields;
      const imageId = images.get(row.inboundParcelId);
      return {
        ...row,
        isToTakeOut: isToTakeOut({ state: row.state, scannedAt }),
        sidesMm: sidesOf({ lengthMm, widthMm, heightMm }),
        found: { batteries: foundBatteries, goods: foundFlags },
        imageUrl: imageId === undefined ? null : fileUrl(context, imageId, "file"),
        thumbnailUrl: imageId === undefined ? null : fileUrl(context, imageId, "thumbnail"),
        ...(goods.get(row.inboundParcelId) ?? noGoods),
        extraServices: work.filter(
          ({ inboundParcelId }) => inboundParcelId === row.inboundParcelId,
        ),
      };
    }),
    extraServices: work.filter(({ inboundParcelId }) => inboundParcelId === null),
    boxes: boxes.map(({ id, names, lengthMm, widthMm, heightMm, emptyGrams }) => {
      const name = names[context.language];
      return { id, name, sidesMm: [lengthMm, widthMm, heightMm], emptyGrams };
    }),
    suggestedBoxId: isKept ? request.boxId : (span?.boxId ?? null),
    images: await readImagesOfRequest(context, db, shipRequestId),
    packed:
      packedGrams === null || packedAt === null
        ? null
        : {
            weightGrams: packedGrams,
            sidesMm: [packedLengthMm ?? 0, packedWidthMm ?? 0, packedHeightMm ?? 0],
            boxId: request.boxId,
            packedAt: packedAt.toISOString(),
          },
  };
}

/** Throws `packed_by_another` while somebody else is packing a request. */
export function requirePacker(context: SignedInContext, request: RowOf<"shipRequests">): void {
  if (!mayPack(request, context.session.person.id, context.now())) {
    throw apiError("packed_by_another");
  }
}

/** The signed-in member of staff, as who leads a request on. */
export function staffActor(context: SignedInContext): RequestActor {
  return { actor: "staff", actorId: context.session.person.id, at: context.now() };
}
