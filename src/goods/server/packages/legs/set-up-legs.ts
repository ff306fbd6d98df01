import { planRoute } from "#catalogue/rules/route-plan.ts";
import { readCarrierNames } from "#catalogue/server/carriers/known-carriers.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { NewPackage } from "#goods/server/packages/parse-package.ts";
import { insertLegs } from "./leg-queries.ts";

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
