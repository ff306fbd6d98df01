// Finds the newest rows of a large table whose text contains a part, at a cost that does not grow with the table.
import { sql, type RawBuilder } from "kysely";
import { searchedWords } from "#platform/rules/normalize-text.ts";
import type { Db } from "./open.ts";

/**
 * What is searched: a table with the columns id and created_at, whose row is `p`, its text, and what else must hold.
 * The text has the indexes of `tracking_number_parts` and `parts_of_month`, and the rows one by creation.
 */
export type SearchedTable = {
  readonly table: RawBuilder<unknown>;
  readonly text: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** The newest ones are found up to this number; older ones are found by typing more. */
  readonly most: number;
};

const newestFirst = sql`order by p.created_at desc, p.id desc`;

// Lengths, in characters, of the substrings in the indexes, and of the shortest search that an index can answer.
const [partLength, groupLength] = [6, 3] as const;

// A text in at least one of twenty recent rows is found fastest by scanning back from the newest.
const [sampleSize, minCommon] = [500, 25] as const;

/** Whether many of the newest rows contain `search`. */
async function isCommon(
  db: Db,
  { table, text }: Pick<SearchedTable, "table" | "text">,
  search: string,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select ${text} as text from ${table} p ${newestFirst} limit ${sql.lit(sampleSize)}
    ) newest where position(${search} in text) > 0
  `.execute(db);
  return (rows[0]?.count ?? 0) >= minCommon;
}

/** Id and creation of the newest rows for which `matches` holds, at most `most`. */
export function newestMatching(
  { table, where, most }: Omit<SearchedTable, "text">,
  matches: RawBuilder<unknown>,
  join: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`(
    select p.id, p.created_at from ${table} p ${join}
    where ${matches} and ${where} ${newestFirst} limit ${most}
  )`;
}

/**
 * The same for rows whose text contains `search`, of three to five characters, month by month back from the newest. A
 * lateral join runs as a nested loop, which keeps that order and stops when enough are found.
 */
function newestByMonth(
  { table, text, where, most }: SearchedTable,
  search: string,
): RawBuilder<unknown> {
  return sql`(
    select p.id, p.created_at from (
      select month_number(max(created_at)) as newest, month_number(min(created_at)) as oldest from ${table}
    ) reach, generate_series(reach.newest, reach.oldest, -1) month, lateral (
      select p.id, p.created_at from ${table} p
      where parts_of_month(${text}, month_number(p.created_at)) @> parts_of_month(${search}, month)
        and position(${search} in ${text}) > 0 and ${where}
      ${newestFirst}
    ) p limit ${most}
  )`;
}

/** Id and creation of the newest rows whose text contains `search`, in upper case, at most `most`. */
export async function newestWithPart(
  db: Db,
  searched: SearchedTable,
  search: string,
): Promise<RawBuilder<unknown>> {
  const { text } = searched;
  const length = [...search].length;
  if (isLongPart(search)) {
    // What else must hold is looked at afterwards: of a part the planner expects far too many rows, and would combine its
    // index with one of all rows that fulfil the rest.
    const withPart = sql`(
      select p.* from ${searched.table} p
      where ${containsLongPart(text, search)}
      offset 0
    )`;
    return newestMatching({ ...searched, table: withPart }, sql`true`);
  }
  if (length >= groupLength && !(await isCommon(db, searched, search))) {
    return newestByMonth(searched, search);
  }
  return newestMatching(searched, sql`${text} like ${containing(search)}`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/** A LIKE pattern that matches every text containing `search`. */
export function containing(search: string): string {
  return `%${escaped(search)}%`;
}

/** Whether a search for `part` of a number can use the index of the groups of six characters. */
export function isLongPart(part: string): boolean {
  return [...part].length >= partLength;
}

/** By that index, whether the text contains `part`, a long one. */
export function containsLongPart(text: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  // The end of a number is more selective than its beginning, which is often the carrier's prefix.
  const end = [...part].slice(-partLength).join("");
  return sql`tracking_number_parts(${text}) @> array[${end}::text] and position(${part} in ${text}) > 0`;
}

/** Whether a text contains every word of `search`. `key` is its `search_key`. */
export function containsWords(search: string, key: RawBuilder<unknown>): RawBuilder<boolean> {
  const patterns = searchedWords(search).map(containing);
  return patterns.length === 0 ? sql`false` : sql`${key} like all (${patterns}::text[])`;
}

/** A LIKE pattern that matches every text beginning with `start`. */
export function beginningWith(start: string): string {
  return `${escaped(start)}%`;
}

/** A part of a statement that another module writes. */
export type SqlPart<Value> = RawBuilder<Value>;
