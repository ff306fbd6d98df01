import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { todayOfRates } from "./read-services.ts";
import { summarizeVersions } from "./summarize-versions.ts";
import { listCurrentVersions, listLaterVersions } from "./version-queries.ts";

type ListedService = {
  code: string;
  current: ServiceVersionSummary | null;
  later: ServiceVersionSummary[];
};

/** The shipping services by code, each with the version that counts today and those that begin later. */
export async function listShippingServices(
  context: SignedInContext,
): Promise<{ today: string; items: ListedService[] }> {
  const { db } = context;
  const today = todayOfRates(context.now());
  const current = await summarizeVersions(context, db, await listCurrentVersions(db, today));
  const upcoming = await summarizeVersions(context, db, await listLaterVersions(db, today));
  const later = Map.groupBy(upcoming, ({ code }) => code);
  const byCode = new Map(current.map((version) => [version.code, version]));
  const codes = [...new Set([...byCode.keys(), ...later.keys()])].toSorted();
  return {
    today,
    items: codes.map((code) => ({
      code,
      current: byCode.get(code) ?? null,
      later: later.get(code) ?? [],
    })),
  };
}
