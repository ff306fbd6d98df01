import { deleteFilesOf } from "#platform/server/files/files.ts";
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import { readCarrierNames } from "#catalogue/server/carriers/carriers.ts";
import type { ActingContext, SignedInContext } from "#platform/server/context.ts";
import { type Db, atomically } from "#platform/server/db/open.ts";
import type { StoredPackage } from "#goods/server/packages/package-queries.ts";
import { recordEvents } from "#goods/server/packages/change-package.ts";
import { followLeg } from "#goods/server/tracking/follow-holders.ts";
import {
  clearServiceOfLegs,
  deleteLegs,
  insertLegs,
  updateLegRow,
  listAskedLegs,
} from "./leg-queries.ts";
import { noExpectations } from "./expectations.ts";
import { planRoute } from "#catalogue/rules/route-plan.ts";
import type { NewPackage } from "#goods/server/packages/parse-package.ts";
import type { TrackingQuestion } from "#tracking/rules/tracking-rules.ts";

type Places = {
  readonly origin: string;
  readonly destination: string;
  readonly carrier: string | null;
  readonly carrierCode: string | null;
  /** The version of the service whose times it takes. */
  readonly serviceId: string;
};

/** The way of a service to a country, and the services of the day, some of which price its legs. */
type ServiceRoute = {
  readonly service: Pick<ShippingService, "id" | "legs">;
  readonly services: readonly Pick<ShippingService, "id" | "code">[];
  readonly countryCode: CountryCode;
};

async function placesOf(
  db: Db,
  { service, services, countryCode }: ServiceRoute,
): Promise<Places[]> {
  const names = await readCarrierNames(
    db,
    service.legs.map((leg) => leg.carrierCode),
  );
  const nameOf = (code: CountryCode) => countryByCode(code)?.name ?? code;
  return service.legs.map(({ originCode, destinationCode, carrierCode, pricedBy }) => ({
    origin: nameOf(originCode),
    destination: nameOf(destinationCode ?? countryCode),
    carrier: names.get(carrierCode) ?? null,
    carrierCode: names.has(carrierCode) ? carrierCode : null,
    serviceId: (services.find(({ code }) => code === pricedBy) ?? service).id,
  }));
}

function isSamePlaces(leg: StoredPackage["legs"][number], to: Places): boolean {
  return (
    leg.origin === to.origin && leg.destination === to.destination && leg.carrier === to.carrier
  );
}

/**
 * Replaces the legs of a package that stay behind `kept` by the route of a service, in the transaction `db` that accepts it.
 * The package's row must be locked; its status stays. The numbers that were typed for replaced legs are followed no longer.
 */
export async function replaceLegs(
  context: ActingContext,
  db: Db,
  pkg: StoredPackage,
  kept: readonly { readonly id: string; readonly legNumber: number }[],
  route: ServiceRoute,
): Promise<void> {
  const { id: packageId } = pkg;
  const now = context.now();
  const first = Math.max(0, ...kept.map(({ legNumber }) => legNumber)) + 1;
  const replaced = pkg.legs.filter((leg) => !kept.some(({ id }) => id === leg.id));
  const places = await placesOf(db, route);
  const isSame =
    replaced.length === places.length &&
    replaced.every((leg, index) => {
      const to = places[index];
      return to !== undefined && leg.legNumber === first + index && isSamePlaces(leg, to);
    });
  if (isSame) {
    for (const [index, leg] of replaced.entries()) {
      await updateLegRow(db, leg.id, { serviceId: places[index]?.serviceId ?? null });
    }
    return;
  }
  const surplus = replaced.slice(places.length);
  for (const leg of replaced) {
    await followLeg(context, db, { id: leg.id, trackingNumber: null, carrierCode: null });
  }
  const surplusIds = surplus.map(({ id }) => id);
  // A job removes the pictures of their QR codes.
  await deleteFilesOf(db, surplusIds);
  await deleteLegs(db, surplusIds);
  // A number is free only once the leg that had it is gone, so they are given from the last on.
  for (const [index, to] of [...places.entries()].toReversed()) {
    const leg = replaced[index];
    const columns = {
      ...to,
      ...noExpectations,
      legNumber: first + index,
      trackingNumber: null,
      estimatedDeparture: null,
      estimatedArrival: null,
      notes: null,
      // What was asked was about the number that it had.
      question: null,
      questionAt: null,
      updatedAt: now,
    };
    if (leg === undefined) await insertLegs(db, [{ ...columns, packageId, createdAt: now }]);
    else {
      const { legNumber: _number, ...others } = columns;
      await updateLegRow(db, leg.id, others);
    }
  }
  await recordEvents(
    context,
    db,
    places.map((to, index) => ({
      packageId,
      kind: replaced[index] === undefined ? "leg_added" : "leg_changed",
      legNumber: replaced[index]?.legNumber ?? first + index,
      after: `${to.origin} → ${to.destination}`,
    })),
  );
}

/** Forgets the service of a package's route where its acceptance ends: when it arrives depends on the next one. */
export async function clearServiceOfRoute(db: Db, packageId: string): Promise<void> {
  await clearServiceOfLegs(db, packageId);
}

type Leg = Omit<Parameters<typeof insertLegs>[1][number], "packageId" | "createdAt" | "updatedAt">;

async function routeOf(db: Db, pkg: NewPackage, now: Date): Promise<Leg[]> {
  const legs = planRoute(pkg.origin.code, pkg.destination.code, now);
  const names = await readCarrierNames(
    db,
    legs.map(({ carrierId }) => carrierId),
  );
  return legs.map(({ carrierId, ...leg }) => ({
    ...leg,
    carrier: names.get(carrierId) ?? null,
    carrierCode: names.has(carrierId) ? carrierId : null,
  }));
}

async function directLeg(pkg: NewPackage): Promise<Leg[]> {
  return [{ legNumber: 1, origin: pkg.origin.name, destination: pkg.destination.name }];
}

/**
 * Inserts the legs of the route or, when that fails, one leg from origin to destination; returns false when that fails
 * too. Each attempt runs in a savepoint of the transaction of `db`, so that a failure does not undo the package.
 */
export async function setUpLegs(
  context: SignedInContext,
  db: Db,
  packageId: string,
  pkg: NewPackage,
): Promise<boolean> {
  const now = context.now();
  for (const legs of [(inner: Db) => routeOf(inner, pkg, now), () => directLeg(pkg)]) {
    try {
      await atomically(db, async (inner) => {
        const rows = (await legs(inner)).map((leg) => ({
          ...leg,
          packageId,
          createdAt: now,
          updatedAt: now,
        }));
        await insertLegs(inner, rows);
      });
      return true;
    } catch (error) {
      context.log.error({ error, packageId }, "Legs of a new package could not be set up");
    }
  }
  return false;
}

/** The legs of a package about which staff are asked. */
export async function readAskedLegs(
  db: Db,
  packageId: string,
): Promise<{ readonly legNumber: number; readonly question: TrackingQuestion }[]> {
  return await listAskedLegs(db, packageId);
}
