import type { InboundParcel, InboundParcelEvent } from "#goods/contract/inbound-parcels.ts";
import type { AddressCard, OwnAddress } from "#goods/contract/own-address.ts";
import type { OwnGoodsProof } from "#goods/contract/goods-proof-fields.ts";
import type { ParcelServices } from "#goods/contract/parcel-services.ts";
import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import type { PackageShipRequestState } from "#goods/rules/package-stage.ts";
import { seenGoods } from "#goods/rules/found-goods.ts";
import type { InboundParcelGroup } from "#goods/rules/inbound-parcel.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listParcelsPage, type GroupCounts } from "./list-queries.ts";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import type { OwnParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import { readOwnProof } from "#goods/server/goods/read-proofs.ts";
import { readDeclaredGoods } from "#goods/server/goods/declared-goods.ts";
import { readWarnings } from "#goods/server/goods/goods-warnings.ts";
import { listOwnRemovals } from "#goods/server/parcel-removals/read-removals.ts";
import { apiError } from "#platform/contract/errors.ts";
import { listCourierEvents } from "#goods/server/tracking/carrier-events.ts";
import {
  findRequestState,
  getAddressee,
  getOverview,
  type Addressee,
} from "./parcel-record-queries.ts";
import { readOwnParcelEvents } from "./parcel-events.ts";
import { listOwnParcelImages } from "./parcel-images.ts";
import { listOwnParcels, listParcelsOfPackage } from "./inbound-parcel-queries.ts";
import "#goods/server/announcements.ts";
import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { languages, type Language } from "#platform/rules/language.ts";
import { memberAddressLines } from "#goods/rules/member-address.ts";
import { listOpenWarehouses } from "#catalogue/server/warehouses/warehouses.ts";
import { ensureMemberCode } from "#people/server/users/profile.ts";

/**
 * One page of the own parcels of a group, package or choice, newest first, how many match, and how many there are in each group.
 * A search reads the newest 10,000.
 */
export async function listInboundParcels(
  context: SignedInContext,
  input: {
    readonly group: InboundParcelGroup | null;
    readonly packageId: string | null;
    readonly inboundParcelIds?: readonly string[] | undefined;
    readonly search: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: InboundParcel[]; total: number; counts: GroupCounts }> {
  const { page, pageSize, ...filter } = input;
  return await listParcelsPage(context, context.db, context.session.person.id, filter, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
}

/** Whether anything is known of what is in a parcel that could be sent. */
function mayBeJudged(
  { state, removalAsked, measured }: InboundParcel,
  goodsItems: readonly GoodsItem[],
  shipRequestState: PackageShipRequestState | null,
): boolean {
  if (state !== "expected" && state !== "received") return false;
  if (removalAsked !== null || shipRequestState !== null) return false;
  if (goodsItems.length > 0) return true;
  if (measured === null) return false;
  const { batteries, goods } = seenGoods(measured);
  return goods.length > 0 || batteries.some((kind) => kind !== "unknown");
}

/** An own parcel with what is in it, what its courier reports, what was ordered for it, and its history, oldest first. Throws `not_found`, also for another customer's. */
export async function readInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<
  {
    parcel: InboundParcel;
    goodsItems: GoodsItem[];
    warnings: GoodsWarning[];
    isValueConfirmed: boolean;
    images: ParcelImage[];
    carrierEvents: CarrierEvent[];
    events: InboundParcelEvent[];
    removal: OwnParcelRemoval | null;
    extraServices: OwnPackageDetails["extraServices"];
    shipRequestState: PackageShipRequestState | null;
    services: ParcelServices | null;
  } & OwnGoodsProof
> {
  const { db, listeners, session } = context;
  const userId = session.person.id;
  const [parcel] = await listOwnParcels(context, db, userId, [inboundParcelId]);
  if (parcel === undefined) throw apiError("not_found");
  const events = await readOwnParcelEvents(db, userId, [parcel.id]);
  const images = await listOwnParcelImages(context, parcel.id);
  const carrierEvents = await listCourierEvents(db, parcel.id);
  const extraServices = await listeners.ordersOfSubject(context, { inboundParcelId: parcel.id });
  const removals = await listOwnRemovals(db, userId, [parcel.id]);
  const declared = await readDeclaredGoods(context, db, [parcel.id]);
  const [warnings = []] = await readWarnings(context, declared);
  const goodsItems = [...(declared[0]?.goodsItems ?? [])];
  const shipRequestState = await findRequestState(db, parcel.packageId);
  const services = mayBeJudged(parcel, goodsItems, shipRequestState)
    ? await listeners.servicesOfParcel(context, parcel.id)
    : null;
  return {
    parcel,
    goodsItems,
    warnings,
    isValueConfirmed: declared[0]?.isValueConfirmed ?? false,
    images,
    carrierEvents,
    events: events.get(parcel.id) ?? [],
    removal: removals.get(parcel.id) ?? null,
    extraServices,
    ...(await readOwnProof(context, db, parcel.id)),
    shipRequestState,
    services,
  };
}

const maxParcels = 200;

/** The parcels that any customer's package gathers, newest first, at most 200; none for a package that does not exist. */
export async function listShipmentParcels(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<{ items: InboundParcel[] }> {
  return { items: await listParcelsOfPackage(context, context.db, packageId, maxParcels) };
}

function toAddressCard(
  warehouse: Warehouse,
  addressee: Addressee,
  memberCode: string,
): AddressCard {
  const { fullName, latinName } = addressee;
  const linesIn = (language: Language) =>
    memberAddressLines(warehouse.address[language], {
      receiverNamePattern: warehouse.receiverNamePattern,
      name: language === "en" ? (latinName ?? fullName) : fullName,
      memberCode,
    });
  const { id: warehouseId, name, phone, postalCode, timeZone, openingHours } = warehouse;
  return {
    warehouseId,
    name,
    lines: Object.fromEntries(
      languages.map((language) => [language, linesIn(language)]),
    ) as AddressCard["lines"],
    phone,
    postalCode,
    timeZone,
    openingHours,
  };
}

/**
 * The own member code, the address of every warehouse with that code in it, and where the own parcels and packages are. An
 * account without a code gets it here.
 */
export async function readAddress(context: SignedInContext): Promise<OwnAddress> {
  const { db, now } = context;
  const userId = context.session.person.id;
  const [memberCode, addressee, overview, warehouses] = await Promise.all([
    ensureMemberCode(db, userId, now()),
    getAddressee(db, userId),
    getOverview(db, userId),
    listOpenWarehouses(db),
  ]);
  return {
    memberCode,
    items: warehouses.map((warehouse) => toAddressCard(warehouse, addressee, memberCode)),
    hasPlan: addressee.hasPlan,
    progress: addressee.progress,
    overview,
  };
}
