import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { SummaryRow } from "./version-queries.ts";

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** The emails of those of these accounts that exist, by account. */
    readonly emailsOfAccounts: (
      db: Db,
      userIds: readonly string[],
    ) => Promise<ReadonlyMap<string, string>>;
  }
}

/** Versions as staff read them, with who added them and named in the language of the request. */
export async function summarizeVersions(
  { language, listeners }: Pick<SignedInContext, "language" | "listeners">,
  db: Db,
  rows: readonly SummaryRow[],
): Promise<ServiceVersionSummary[]> {
  const userIds = new Set(rows.flatMap(({ createdBy }) => createdBy ?? []));
  const emails = await listeners.emailsOfAccounts(db, [...userIds]);
  return rows.map(({ names, createdAt, createdBy, ...summary }) => ({
    ...summary,
    name: names[language],
    createdAt: createdAt.toISOString(),
    createdByEmail: emails.get(createdBy ?? "") ?? null,
  }));
}
