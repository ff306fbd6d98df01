import type { CaseSnippet, CaseSnippetTexts } from "#office/rules/case-snippet.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

/** How a customer is called, and in which language they read. */
export async function findReader(db: Db, userId: string) {
  return await db
    .selectFrom("profiles")
    .select(["fullName", "language"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** Those that staff have changed. */
export async function listSnippetRows(db: Db): Promise<RowOf<"caseSnippets">[]> {
  return await db.selectFrom("caseSnippets").selectAll().execute();
}

/** One, locked until the transaction ends; it is stored as version 0 where nobody has changed it yet. */
export async function lockSnippet(
  db: Db,
  {
    code,
    texts,
    now,
  }: { readonly code: CaseSnippet; readonly texts: CaseSnippetTexts; readonly now: Date },
): Promise<RowOf<"caseSnippets">> {
  await db
    .insertInto("caseSnippets")
    .values({ code, texts: JSON.stringify(texts), version: 0, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await db
    .selectFrom("caseSnippets")
    .selectAll()
    .where("code", "=", code)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateSnippet(
  db: Db,
  {
    code,
    texts,
    version,
    now,
  }: {
    readonly code: CaseSnippet;
    readonly texts: CaseSnippetTexts;
    readonly version: number;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .updateTable("caseSnippets")
    .set({ texts: JSON.stringify(texts), version, updatedAt: now })
    .where("code", "=", code)
    .execute();
}
