// Gives a new package its legs, or leaves it without rather than losing it.
import { planRoute } from "#core/route-plan.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { NewPackage } from "./parse-package.ts";
import { insertLegs } from "./package-queries.ts";

type Leg = Omit<Parameters<typeof insertLegs>[1][number], "packageId" | "createdAt" | "updatedAt">;

function routeOf(pkg: NewPackage, now: Date): Leg[] {
  return planRoute(pkg.origin.code, pkg.destination.code, now).map((leg) => ({
    legNumber: leg.legNumber,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier,
    estimatedDeparture: leg.estimatedDeparture,
    estimatedArrival: leg.estimatedArrival,
  }));
}

function directLeg(pkg: NewPackage): Leg[] {
  return [{ legNumber: 1, origin: pkg.origin.name, destination: pkg.destination.name }];
}

/**
 * Writes the legs of the route or, when that fails, one leg from origin to destination; false when that fails
 * too. Each try stands behind a savepoint in the transaction of `db`, so that the package itself is kept.
 */
export async function setUpLegs(
  context: SignedInContext,
  db: Db,
  packageId: string,
  pkg: NewPackage,
): Promise<boolean> {
  const now = context.now();
  for (const legs of [() => routeOf(pkg, now), () => directLeg(pkg)]) {
    try {
      await atomically(db, async (part) => {
        const rows = legs().map((leg) => ({
          ...leg,
          packageId,
          createdAt: now,
          updatedAt: now,
        }));
        await insertLegs(part, rows);
      });
      return true;
    } catch (error) {
      context.log.error({ error, packageId }, "Legs of a new package could not be set up");
    }
  }
  return false;
}
