import { apiError } from "#platform/contract/errors.ts";
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { todayOfRates } from "./read-services.ts";
import { summarizeVersions } from "./summarize-versions.ts";
import { listCurrentVersions, listVersions } from "./version-queries.ts";

const mostVersions = 200;

/** The versions of a service, the newest first. Throws `not_found` when there is none. */
export async function listServiceVersions(
  context: SignedInContext,
  { code }: { readonly code: string },
): Promise<{ today: string; currentId: string | null; items: ServiceVersionSummary[] }> {
  const { db } = context;
  const today = todayOfRates(context.now());
  const items = await summarizeVersions(context, db, await listVersions(db, code, mostVersions));
  if (items.length === 0) throw apiError("not_found");
  const current = await listCurrentVersions(db, today);
  return { today, currentId: current.find((one) => one.code === code)?.id ?? null, items };
}
