// Compares the stage and counts of packages with what follows from their status, legs and parcels.
import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import { derivePackageStage, effectOnParcels } from "#goods/rules/package-stage.ts";
import type { Db } from "#platform/server/db/open.ts";

/**
 * A sentence for each package whose stage or counts are wrong, or which gathers parcels that it should not. All is read as of
 * one moment, so that what is written meanwhile is not mistaken for a fault.
 */
export async function stageFaults(db: Db, userId: string | null = null): Promise<string[]> {
  if (db.isTransaction) return await readFaults(db, userId);
  const moment = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return await moment.execute((inner) => readFaults(inner, userId));
}

async function readFaults(db: Db, userId: string | null): Promise<string[]> {
  const own = db
    .selectFrom("packages")
    .$if(userId !== null, (query) => query.where("userId", "=", userId ?? ""));
  const packages = await own
    .select(["id", "status", "destination", "stage", "parcelsCount", "parcelsHereCount"])
    .select("shipRequestState")
    .execute();
  const legs = await db
    .selectFrom("shippingLegs")
    .selectAll()
    .where("packageId", "in", own.select("id"))
    .execute();
  const parcels = await db
    .selectFrom("inboundParcels")
    .select(["packageId", "state"])
    .where("packageId", "in", own.select("id"))
    .execute();
  return packages.flatMap((pkg) => {
    const parcelStates = parcels
      .filter(({ packageId }) => packageId === pkg.id)
      .map(({ state }) => state);
    const facts = { ...pkg, parcelStates, legs: legs.filter((leg) => leg.packageId === pkg.id) };
    const stored = [pkg.stage, pkg.parcelsCount, pkg.parcelsHereCount].join(" ");
    const hereCount = parcelStates.filter((state) => state !== "expected").length;
    const derived = [derivePackageStage(facts), parcelStates.length, hereCount].join(" ");
    const isStaying = effectOnParcels(facts) === "stay" || !parcelStates.some(isOpenParcel);
    return [
      ...(stored === derived ? [] : [`${pkg.id} is ${stored} and should be ${derived}`]),
      ...(isStaying ? [] : [`${pkg.id} is ${pkg.stage} and gathers ${parcelStates.join(", ")}`]),
    ];
  });
}
