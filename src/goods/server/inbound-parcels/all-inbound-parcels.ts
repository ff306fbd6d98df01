import type {
  StaffInboundParcel,
  StaffInboundParcelEvent,
  ParcelOwner,
} from "#goods/contract/inbound-parcels.ts";
import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import type { GoodsProof } from "#goods/contract/goods-proof-fields.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { staffListLimits, type InboundParcelFilter } from "#goods/rules/inbound-parcel.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  countParcels,
  everyParcel,
  filterConditions,
  listParcelsAfter,
  listParcelsPage,
  searchParcels,
  listAnyParcels,
  findOwnerByCode,
  listOwners,
  countLate,
  type Reader,
} from "./all-parcels-queries.ts";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { ParcelImage, StaffReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import type { StaffParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import { readNewestRemoval } from "#goods/server/parcel-removals/read-removals.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { textCell, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { readProof } from "#goods/server/goods/read-proofs.ts";
import { readDeclaredGoods } from "#goods/server/goods/declared-goods.ts";
import { readWarnings } from "#goods/server/goods/goods-warnings.ts";
import { apiError } from "#platform/contract/errors.ts";
import { listParcelImages } from "./parcel-images.ts";
import { readAnyParcelEvents } from "./parcel-events.ts";
import { listReceivingRecords } from "#goods/server/receiving/receiving-records.ts";
import { listCourierEvents } from "#goods/server/tracking/carrier-events.ts";
import type { Db } from "#platform/server/db/open.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { hasStaffAccess } from "#platform/rules/staff-role.ts";

type ParcelsPage = {
  items: StaffInboundParcel[];
  total: number;
  counts: Record<InboundParcelFilter, number>;
};

/**
 * One page of the parcels of a filter, newest first. `search` is part of a number, label code, order reference or member
 * code or, for roles that see customers, of a name or email. `total` counts the matches: at most 200 of a search, and
 * otherwise up to the next full 200 beyond the page, 10,000 at most. `counts` has those of each filter, whatever the
 * search, at most 200 each. With `storageLocationId` all of it is about what lies there now.
 */
export async function listAllInboundParcels(
  context: SignedInContext,
  input: {
    readonly filter: InboundParcelFilter;
    readonly storageLocationId: string | null;
    readonly search: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<ParcelsPage> {
  const { db } = context;
  const { filter, search, pageSize } = input;
  const page = { offset: (input.page - 1) * pageSize, limit: pageSize };
  const reader = readerOf(context);
  const { counted, listed } = staffListLimits;
  const end = Math.min(page.offset + page.limit, listed - 1);
  const upTo = search === "" ? (Math.floor(end / counted) + 1) * counted : counted;
  const conditions = await filterConditions(db, context.now(), input.storageLocationId);
  const counting = countParcels(db, conditions, { filter, upTo });
  if (search !== "") {
    const found = await searchParcels(db, conditions[filter], search, reader, page);
    return { ...found, counts: await counting };
  }
  const [items, counts] = await Promise.all([
    listParcelsPage(db, conditions[filter], reader, page),
    counting,
  ]);
  const total = counts[filter];
  return { items, total, counts: { ...counts, [filter]: Math.min(total, counted) } };
}

const stateWords = {
  expected: "Awaited",
  received: "In storage",
  packed: "Packed",
  departed: "Departed",
  returned: "Returned",
  disposed: "Disposed of",
  cancelled: "Cancelled",
} as const satisfies Record<StaffInboundParcel["state"], string>;

const exportedRowsAtOnce = 500;

function exportedCells(csv: CsvWriter, parcel: StaffInboundParcel, seesCustomers: boolean) {
  const { owner, packageNumber, receivedAt, measured, storage, missingSince } = parcel;
  const memberCode = owner?.memberCode ?? null;
  return [
    textCell(parcel.trackingNumber ?? ""),
    textCell(parcel.labelCode),
    packageNumber === null ? "" : packageNumberText(packageNumber),
    textCell(memberCode === null ? "" : formatMemberCode(memberCode)),
    ...(seesCustomers ? [owner?.email ?? ""] : []),
    stateWords[parcel.state],
    parcel.warehouseName ?? "",
    textCell(parcel.storageLocationCode ?? ""),
    measured === null ? "" : csv.kilograms(measured.weightGrams),
    textCell(parcel.description),
    receivedAt === null ? "" : csv.moment(new Date(receivedAt)),
    storage === null ? "" : csv.amount(storage.accruedCents),
    missingSince === null ? "" : csv.moment(new Date(missingSince)),
    csv.moment(new Date(parcel.createdAt)),
  ];
}

/**
 * `stock.csv` with the parcels of a filter, or those that a search of it finds, newest first, with emails for roles that see
 * them. Throws what `csvDownload` throws.
 */
export async function exportStock(
  context: SignedInContext,
  input: CsvReader & {
    readonly filter: InboundParcelFilter;
    readonly storageLocationId?: string | undefined;
    readonly search: string;
  },
): Promise<ReadableStream<Uint8Array>> {
  const { filter, storageLocationId = null, search, ...csvReader } = input;
  const { db } = context;
  const reader = readerOf(context);
  const { [filter]: where } = await filterConditions(db, context.now(), storageLocationId);
  const readFound = async () => {
    const page = { offset: 0, limit: staffListLimits.found };
    return (await searchParcels(db, where, search, reader, page)).items;
  };
  return await csvDownload<StaffInboundParcel>(context, csvReader, {
    fileName: "stock.csv",
    columns: [
      "Tracking Number",
      "Label",
      "Package",
      "Member Code",
      ...(reader.seesCustomers ? ["Customer"] : []),
      "State",
      "Warehouse",
      "Shelf",
      "Weight (kg)",
      "Description",
      "Received",
      "Storage so far (USD)",
      "Missing since",
      "Added",
    ],
    rowsAtOnce: exportedRowsAtOnce,
    audited: { filter, storageLocationId, isSearch: search !== "" },
    readAfter: (last) =>
      search === ""
        ? listParcelsAfter(db, where, reader, last?.id ?? null, exportedRowsAtOnce)
        : readFound(),
    cellsOf: (csv, parcel) => exportedCells(csv, parcel, reader.seesCustomers),
  });
}

/** The newest parcels that `search` finds, as in the list of all, at most `most`. */
export async function findInboundParcels(
  context: SignedInContext,
  search: string,
  most: number,
): Promise<StaffInboundParcel[]> {
  const page = { offset: 0, limit: most };
  const { items } = await searchParcels(context.db, everyParcel, search, readerOf(context), page);
  return items;
}

type ParcelDetails = {
  parcel: StaffInboundParcel;
  goodsItems: GoodsItem[];
  warnings: GoodsWarning[];
  images: ParcelImage[];
  carrierEvents: CarrierEvent[];
  records: StaffReceivingRecord[];
  events: StaffInboundParcelEvent[];
  removal: StaffParcelRemoval | null;
  proof: GoodsProof | null;
};

/**
 * A parcel with its owner, what is in it, photos, what its courier reports, receiving records and history, the last two oldest first.
 * Throws `not_found`.
 */
export async function readAnyInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<ParcelDetails> {
  const { db } = context;
  const reader = readerOf(context);
  const [parcel] = await listAnyParcels(db, [inboundParcelId], reader);
  if (parcel === undefined) throw apiError("not_found");
  const declared = await readDeclaredGoods(context, db, [inboundParcelId]);
  const [warnings = []] = await readWarnings(context, declared);
  return {
    parcel,
    goodsItems: [...(declared[0]?.goodsItems ?? [])],
    warnings,
    images: await listParcelImages(context, inboundParcelId),
    carrierEvents: await listCourierEvents(db, inboundParcelId),
    records: await listReceivingRecords(db, inboundParcelId, reader),
    events: await readAnyParcelEvents(db, inboundParcelId, reader.seesCustomers),
    removal: await readNewestRemoval(db, inboundParcelId, {
      personId: context.session.person.id,
      seesCustomers: reader.seesCustomers,
    }),
    proof: await readProof(context, db, inboundParcelId),
  };
}

/** Those of any customers' parcels among `parcelIds`, in that order, as far as the reader may see them. */
export async function listStaffParcels(
  context: SignedInContext,
  db: Db,
  parcelIds: readonly string[],
): Promise<StaffInboundParcel[]> {
  return await listAnyParcels(db, parcelIds, readerOf(context));
}

/** The customer with this member code, as far as the reader may see them. */
export async function findParcelOwner(
  context: SignedInContext,
  db: Db,
  memberCode: string,
): Promise<ParcelOwner | undefined> {
  return await findOwnerByCode(db, memberCode, readerOf(context));
}

/** Customers by the ids of their accounts, as far as the reader may see them. */
export async function listParcelOwners(
  context: SignedInContext,
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ParcelOwner>> {
  return await listOwners(db, userIds, readerOf(context));
}

/** A parcel that exists. */
export async function getStaffParcel(
  context: SignedInContext,
  db: Db,
  parcelId: string,
): Promise<StaffInboundParcel> {
  const [parcel] = await listStaffParcels(context, db, [parcelId]);
  if (parcel === undefined) throw new Error(`There is no parcel ${parcelId}.`);
  return parcel;
}

/** How many parcels are overdue, and how many lie in storage for long; at most 500 each. */
export async function countLateParcels(
  db: Db,
  now: Date,
): Promise<{ readonly overdue: number; readonly longStored: number }> {
  return await countLate(db, now);
}

/** The reader of parcels: with a role that reads customers' accounts, names and emails are seen here too. */
function readerOf({ config, now, session }: SignedInContext): Reader {
  return { config, now, seesCustomers: hasStaffAccess(session.person, roleAccess.customers) };
}
