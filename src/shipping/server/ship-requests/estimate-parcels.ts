import { apiError } from "#platform/contract/errors.ts";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import { addressFaults } from "#catalogue/rules/carrier-address.ts";
import { countryByCode, countryByName, type CountryCode } from "#catalogue/rules/country.ts";
import { emptyRecipient, recipientOfProfile } from "#catalogue/rules/recipient.ts";
import { planRoute } from "#catalogue/rules/route-plan.ts";
import { groupOf } from "#goods/rules/inbound-parcel.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import {
  gatheredOrigin,
  gatheringObstacle,
  type ParcelGathering,
} from "#goods/rules/parcel-gathering.ts";
import { newPackageAccess } from "#money/rules/allowance.ts";
import {
  chooseRecipient,
  expectedCents,
  parcelChanges,
  type ShipParcelsObstacle,
} from "#shipping/rules/ship-parcels.ts";
import { hasTooManyLines } from "#shipping/rules/customs-paper.ts";
import { shipRequestLimits, weightLimitGrams } from "#shipping/rules/ship-request.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  parcelsBeingSent,
  readGathering,
  type GatheringPackage,
} from "#goods/server/packages/gather-parcels.ts";
import { readRecipient } from "#goods/server/packages/read-packages.ts";
import { readItems } from "#goods/server/goods/read-items.ts";
import { readProfile } from "#people/server/users/profile.ts";
import { readBoxObstacle } from "./chosen-parcels.ts";
import {
  describeEstimate,
  estimateTogether,
  goesBy,
  judgedServices,
  readEstimateFacts,
  type EstimateFacts,
  type ShippedPlace,
} from "./estimate-shipping.ts";
import {
  listFreeParcels,
  listOtherShelfParcels,
  listShelfParcels,
  notFreeError,
  type ShelfParcel,
} from "./parcel-queries.ts";
import { getPlanFacts } from "./request-queries.ts";
import { keptLegsOf } from "./service-facts.ts";

type Input = {
  readonly inboundParcelIds?: readonly string[] | undefined;
  readonly countryCode?: CountryCode | undefined;
  readonly withoutPackaging?: readonly string[] | undefined;
};

type Gathering = ParcelGathering<GatheringPackage>;

/** All parcels that could go, at most as many as go at once, from the warehouse of the newest. Throws `nothing_to_ship`. */
async function readAll({ db, session }: SignedInContext) {
  const { person } = session;
  const { parcels, warehouseId } = await listFreeParcels(db, person.id, shipRequestLimits.parcels);
  if (warehouseId === null) throw apiError("nothing_to_ship");
  return { parcels: parcels.toReversed(), warehouseId };
}

/** The chosen parcels, and the warehouse in which they lie. Throws `not_found` and `inbound_parcel_not_free`. */
async function readChosen({ db, session }: SignedInContext, parcelIds: readonly string[]) {
  const parcels = await listShelfParcels(db, session.person.id, parcelIds);
  if (parcels.length < parcelIds.length) throw apiError("not_found");
  const warehouseId = parcels[0]?.warehouseId ?? null;
  if (warehouseId === null || !parcels.every(({ state }) => groupOf(state) === "here")) {
    throw apiError("inbound_parcel_not_free");
  }
  if (parcels.some(({ removalAsked }) => removalAsked !== null)) throw notFreeError(parcels);
  return { parcels, warehouseId };
}

/** To whom the parcels would go where no recipient is sent. */
export async function readKnownRecipient(
  context: SignedInContext,
  { used }: ParcelGathering<{ readonly id: string; readonly destination: string }>,
  countryCode: CountryCode | undefined,
) {
  const profile = await readProfile(context);
  const country =
    countryCode === undefined
      ? (countryByName(used?.destination ?? "") ?? countryByCode(profile.country))
      : countryByCode(countryCode);
  const destination = country?.name ?? null;
  const ofPackage = used === null ? emptyRecipient : await readRecipient(context.db, used.id);
  const known = chooseRecipient(
    ofPackage,
    recipientOfProfile(profile, destination ?? ""),
    destination ?? "",
  );
  return { country, destination, ...known };
}

/** The legs that stay whichever service is taken, also of a package that is still to be made. */
function keptLegsTo({ used }: Gathering, countryCode: CountryCode, destination: string, now: Date) {
  if (used !== null) return keptLegsOf(used).length;
  const legs = planRoute(gatheredOrigin.code, countryCode, now);
  return legs.filter((leg) => isInboundLeg(leg, { destination })).length;
}

/** To whom parcels would go where no recipient is sent, and the place as services judge it; null where it is not known yet. */
export async function readPlace(
  context: SignedInContext,
  gathering: Gathering,
  countryCode: CountryCode | undefined,
) {
  const known = await readKnownRecipient(context, gathering, countryCode);
  const { country, destination, recipient } = known;
  if (country === null || destination === null) return { ...known, place: null };
  const keptLegs = keptLegsTo(gathering, country.code, destination, context.now());
  const place: ShippedPlace = { countryCode: country.code, destination, recipient, keptLegs };
  return { ...known, place };
}

/** What would refuse a request for these parcels as everything is now. */
async function readObstacle(
  context: SignedInContext,
  gathering: Gathering,
  parcels: readonly ShelfParcel[],
  destination: string | null,
): Promise<ShipParcelsObstacle | null> {
  const obstacle = await readObstacleOfPackage(context, gathering, parcels, destination);
  if (obstacle !== null) return obstacle;
  const { db } = context;
  const ids = parcels.map(({ id }) => id);
  const items = await readItems(context, db, ids);
  return hasTooManyLines([...items.values()].flat()) ? "too_many_lines" : null;
}

/** The same of the package in which they would go. */
async function readObstacleOfPackage(
  { db, session }: SignedInContext,
  gathering: Gathering,
  parcels: readonly ShelfParcel[],
  destination: string | null,
): Promise<ShipParcelsObstacle | null> {
  const warehouseIds = parcels.map(({ warehouseId }) => warehouseId);
  const obstacle = gatheringObstacle(gathering, warehouseIds, destination);
  if (obstacle !== null) return obstacle;
  const { used } = gathering;
  if (used !== null) {
    const parcelIds = parcels.map(({ id }) => id);
    return await readBoxObstacle(db, used.id, parcelIds);
  }
  const access = newPackageAccess(session.person);
  return access === "allowed" ? null : access;
}

/** What one more parcel of the shelf changes, and each chosen one. */
async function readChanges(
  { db, session }: SignedInContext,
  parcels: readonly ShelfParcel[],
  place: ShippedPlace | null,
  facts: EstimateFacts,
): Promise<ParcelsEstimate["changes"]> {
  const { warehouseId } = facts;
  const than = parcels.map(({ id }) => id);
  const limit = shipRequestLimits.parcels;
  const others = await listOtherShelfParcels(db, session.person.id, { than, warehouseId, limit });
  return parcelChanges(parcels, others, (together) => {
    const { services, box } = estimateTogether(together, place, facts);
    return expectedCents(services, box?.priceCents ?? 0);
  });
}

function namePackage({ id, number, trackingNumber }: GatheringPackage) {
  return { id, number, trackingNumber };
}

/**
 * What sending own parcels from the shelf costs by each service, which package is used, what one more or fewer changes, and what
 * would refuse the request. Throws `not_found`, `inbound_parcel_not_free` where one is not here, and `nothing_to_ship` where all
 * are asked for and there are none.
 */
export async function estimateParcels(
  context: SignedInContext,
  input: Input,
): Promise<ParcelsEstimate> {
  const { db, session } = context;
  const { person } = session;
  const { parcels, warehouseId } =
    input.inboundParcelIds === undefined
      ? await readAll(context)
      : await readChosen(context, [...new Set(input.inboundParcelIds)]);
  const packageIds = new Set(parcels.flatMap(({ packageId }) => packageId ?? []));
  const gathering = await readGathering(db, [...packageIds]);
  const known = await readPlace(context, gathering, input.countryCode);
  const { place, country, destination, source, recipient } = known;
  const facts = await readEstimateFacts(context, warehouseId, input.withoutPackaging);
  const changes = await readChanges(context, parcels, place, facts);
  const together = estimateTogether(parcels, place, facts);
  const usedId = gathering.used?.id ?? null;
  return {
    ...(await describeEstimate(context, together, place, facts)),
    inboundParcelIds: parcels.map(({ id }) => id),
    recipient,
    countryCode: country?.code ?? null,
    expectedCents: expectedCents(together.services, together.box?.priceCents ?? 0),
    goesBy: goesBy(judgedServices(together, place, facts)),
    changes,
    package: gathering.used && namePackage(gathering.used),
    mergedPackages: gathering.merged.map(namePackage),
    beingSent: parcelsBeingSent(parcels, gathering).map((one) => ({
      inboundParcelId: one.parcel.id,
      package: namePackage(one.package),
    })),
    usesQuota: usedId === null && !person.isAdmin,
    remainingPackages: person.packageQuota,
    planMaxWeightGrams: weightLimitGrams(await getPlanFacts(db, person.id, usedId)),
    obstacle: await readObstacle(context, gathering, parcels, destination),
    recipientSource: source,
    recipientFaults: addressFaults(recipient, destination ?? "", []),
  };
}
