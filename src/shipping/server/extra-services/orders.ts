import type { ExtraServiceWork, UnpaidExtraService } from "#shipping/contract/extra-services.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import {
  listOpenOrders,
  listOrdersOfUser,
  listParcelPlaces,
  listServices,
  findNewestOrder,
  listOrdersOfHolds,
  listOrdersOfRequest,
  listOrdersOfSubject,
  listWorkOfRequest,
  updateOrder,
} from "./extra-service-queries.ts";
import type { OrderedExtraService } from "#goods/contract/parcel-measurements.ts";
import type { Language } from "#platform/rules/language.ts";
import { type Db, atomically } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import type { FileServices } from "#platform/server/files/serve-file.ts";
import { readImagesOfOrders } from "#shipping/server/ship-requests/packing/packing-images.ts";
import { type PackageCharges, extraServiceKey } from "#shipping/rules/ship-quote.ts";
import { contentsCheck, unpacking } from "#catalogue/rules/extra-service.ts";
import type { GoodsJudge } from "#goods/server/goods/judge-goods.ts";
import { readItems } from "#goods/server/goods/read-items.ts";
import type { Hold } from "#money/contract/wallet.ts";
import {
  type OpenRequestHold,
  makeRequestHolds,
  missingForHolds,
  settleCoveredHold,
} from "#money/server/wallet/request-holds.ts";
import {
  listPayableHolds,
  listOwedOrders,
  listOwingUserIds,
  lockOwedOrders,
} from "./order-hold-queries.ts";

/** The orders of extra services that are open, those due first, without prices. */
export async function listExtraServiceWork(
  context: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: ExtraServiceWork[]; total: number }> {
  const slice = { offset: (page - 1) * pageSize, limit: pageSize };
  const { rows, total } = await listOpenOrders(context.db, slice);
  return { items: await describeWork(context, context.db, rows), total };
}

/** All own extra services with what was found and photos, the newest first, for the export of the account. */
export async function exportExtraServices(
  context: SignedInContext,
): Promise<OrderedExtraService[]> {
  const { db, session } = context;
  return await describeOrders(context, db, await listOrdersOfUser(db, session.person.id));
}

type Services = FileServices & { readonly language: Language };

type Described = {
  readonly row: RowOf<"extraServiceRequests">;
  readonly service: RowOf<"extraServices">;
};

async function describe(
  services: Services,
  db: Db,
  rows: readonly RowOf<"extraServiceRequests">[],
) {
  const { language } = services;
  const known = new Map((await listServices(db)).map((service) => [service.code, service]));
  const images = await readImagesOfOrders(
    services,
    db,
    rows.map(({ id }) => id),
  );
  const described = rows.flatMap((row): Described[] => {
    const service = known.get(row.code);
    return service === undefined ? [] : [{ row, service }];
  });
  return described.map(({ row, service }) => ({
    service,
    priceCents: row.priceCents,
    shortfallCents: row.shortfallCents,
    fields: {
      id: row.id,
      code: row.code,
      name: service.names[language],
      per: service.per,
      inboundParcelId: row.inboundParcelId,
      packageId: row.packageId,
      shipRequestId: row.shipRequestId,
      quantity: row.quantity,
      state: row.state,
      dueAt: row.dueAt.toISOString(),
      resultText: row.resultText,
      checkedItems: row.checkedItems,
      images: images.get(row.id) ?? [],
      createdAt: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    },
  }));
}

/** Orders as their customer reads them. */
export async function describeOrders(
  services: Services,
  db: Db,
  rows: readonly RowOf<"extraServiceRequests">[],
): Promise<OrderedExtraService[]> {
  const described = await describe(services, db, rows);
  return described.map(({ fields, priceCents, shortfallCents }) => ({
    ...fields,
    priceCents,
    shortfallCents,
  }));
}

/** Orders as staff read them: without money, with where a parcel lies and, of a check of contents, what was declared. */
export async function describeWork(
  services: Services & GoodsJudge,
  db: Db,
  rows: readonly RowOf<"extraServiceRequests">[],
): Promise<ExtraServiceWork[]> {
  const parcelIds = rows.flatMap(({ inboundParcelId }) => inboundParcelId ?? []);
  const places = new Map((await listParcelPlaces(db, parcelIds)).map((place) => [place.id, place]));
  const declared = await readItems(
    services,
    db,
    rows.flatMap(({ code, inboundParcelId }) =>
      code === contentsCheck && inboundParcelId !== null ? [inboundParcelId] : [],
    ),
  );
  const described = await describe(services, db, rows);
  return described.map(({ fields, service }) => {
    const place = places.get(fields.inboundParcelId ?? "");
    return {
      ...fields,
      needsImages: service.needsImages,
      canRefuse: service.canRefuse,
      declaredItems:
        fields.code === contentsCheck ? (declared.get(fields.inboundParcelId ?? "") ?? []) : [],
      labelCode: place?.labelCode ?? null,
      storageLocationCode: place?.storageLocationCode ?? null,
    };
  });
}

/** The orders of a ship request, the oldest first. */
export async function readOrdersOfRequest(
  db: Db,
  shipRequestId: string,
): Promise<RowOf<"extraServiceRequests">[]> {
  return await listOrdersOfRequest(db, shipRequestId);
}

/** What the signed-in user ordered for an own parcel, or for an own package outside of ship requests, the newest first. */
export async function readOwnOrders(
  context: SignedInContext,
  subject: Parameters<typeof listOrdersOfSubject>[1],
): Promise<OrderedExtraService[]> {
  const rows = await listOrdersOfSubject(context.db, subject, context.session.person.id);
  return await describeOrders(context, context.db, rows);
}

/** The extra services that holds pay, by hold, in `language`. */
export async function readOrdersOfHolds(
  db: Db,
  holdIds: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, NonNullable<Hold["extraService"]>>> {
  const rows = await listOrdersOfHolds(db, holdIds);
  return new Map(
    rows.flatMap(({ holdId, id, names, inboundParcelId, packageId, state }) => {
      if (holdId === null) return [];
      const isCancellable = state === "ordered";
      const subject = { inboundParcelId, packageId };
      const name = names[language];
      return [[holdId, { extraServiceRequestId: id, name, ...subject, isCancellable }] as const];
    }),
  );
}

/** What is to be paid of requests, by request: their open holds, without those of extra services that nobody has done. */
export async function readOpenHolds(
  db: Db,
  shipRequestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenRequestHold[]>> {
  return Map.groupBy(await listPayableHolds(db, shipRequestIds), (hold) => hold.shipRequestId);
}

/** What is to be done before a request is packed: its orders, and the open ones of its package and parcels besides. */
export async function readWorkOfRequest(
  db: Db,
  shipRequestId: string,
): Promise<RowOf<"extraServiceRequests">[]> {
  return await listWorkOfRequest(db, shipRequestId);
}

/** The newest order to unpack the shelved box of a package. */
export async function readNewestUnpacking(
  db: Db,
  packageId: string,
): Promise<RowOf<"extraServiceRequests"> | undefined> {
  return await findNewestOrder(db, packageId, unpacking);
}

/** Those of a ship request that are done, as they are charged. */
export async function readDoneServices(
  db: Db,
  shipRequestId: string,
): Promise<PackageCharges["extraServices"]> {
  const orders = await listOrdersOfRequest(db, shipRequestId);
  return orders
    .filter(({ state }) => state === "done")
    .map(({ code, quantity, priceCents }) => ({
      code,
      quantity,
      // A plan that includes it makes the whole order free.
      unitCents: priceCents / quantity,
    }));
}

const maximumRows = 500;

/** Extra services that were done and that the wallet could not pay, the newest first. The next money that covers one pays it. */
export async function listUnpaidExtraServices({
  db,
  language,
}: SignedInContext): Promise<{ items: UnpaidExtraService[] }> {
  const rows = await listOwedOrders(db, maximumRows);
  return {
    items: rows.map(({ names, endedAt, ...row }) => ({
      ...row,
      name: names[language],
      doneAt: endedAt.toISOString(),
    })),
  };
}

const mostCustomers = 500;

/** Debits one order under a hold of its own, so that what was charged for it is read in one way. */
async function collect(
  services: AppServices,
  db: Db,
  order: RowOf<"extraServiceRequests">,
): Promise<void> {
  const { id, userId, shipRequestId, packageId, shortfallCents, code } = order;
  if ((await missingForHolds(db, userId, shortfallCents)) > 0) return;
  const heldFor = { userId, shipRequestId, packageId: null, trackingNumber: null };
  const [hold] = await makeRequestHolds(services, db, heldFor, [
    {
      type: "service_fee",
      key: `${extraServiceKey(id)}:owed`,
      amountCents: shortfallCents,
      reasonCode: "extra_service",
      metadata: { extraServiceRequestId: id, extraServiceCode: code, packageId },
    },
  ]);
  if (hold === undefined) throw new Error(`Nothing was held for the extra service ${id}.`);
  if (!(await settleCoveredHold(db, hold, { endedBy: null, at: services.now() }))) {
    throw new Error(`The wallet does not cover the extra service ${id}.`);
  }
  await updateOrder(db, id, { holdId: hold.id, shortfallCents: 0 });
}

/** Whether a customer owes something for extra services. */
export async function owesExtraServices(db: Db, userId: string): Promise<boolean> {
  return (await listOwingUserIds(db, userId, 1)).length > 0;
}

/** Debits what customers owe for extra services as far as their wallets have it, the oldest first: of one customer, or of all. */
export async function collectShortfalls(
  services: AppServices,
  userId: string | null,
): Promise<void> {
  for (const owing of await listOwingUserIds(services.db, userId, mostCustomers)) {
    await atomically(services.db, async (db) => {
      for (const order of await lockOwedOrders(db, owing)) await collect(services, db, order);
    });
  }
}
