// Sends a list as a file for spreadsheets while it is read from the database.
import type * as z from "zod";
import { refusal } from "#contract/problems.ts";
import { csvStart, type CsvWriter } from "#core/csv-row.ts";
import type { Log } from "#server/log.ts";

/** What the request's query says by `schema`; throws `invalid_input` naming the first field that is wrong. */
export function givenQuery<Given>(request: Request, schema: z.ZodType<Given>): Given {
  const result = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refusal("invalid_input", { field: String(issue?.path[0] ?? "") }, issue?.message);
}

type CsvList<Row> = {
  readonly fileName: string;
  /** What the file holds, for the log. */
  readonly of: string;
  readonly csv: CsvWriter;
  readonly columns: readonly string[];
  readonly rowsAtOnce: number;
  /** At most `rowsAtOnce` rows behind `last`, the first ones for null. */
  readonly readAfter: (last: Row | null) => Promise<readonly Row[]>;
  readonly cellsOf: (row: Row) => Parameters<CsvWriter["row"]>[0];
};

/** Reads on only when what it gave was taken, and holds no connection meanwhile: whoever goes away leaves nothing. */
async function* piecesOf<Row>(log: Log, list: CsvList<Row>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvStart + list.csv.row(list.columns));
  let last: Row | null = null;
  try {
    for (;;) {
      const rows: readonly Row[] = await list.readAfter(last);
      last = rows.at(-1) ?? null;
      if (last !== null)
        yield Buffer.from(rows.map((row) => list.csv.row(list.cellsOf(row))).join(""));
      if (rows.length < list.rowsAtOnce) return;
    }
  } catch (error) {
    log.error({ error }, `The export of ${list.of} broke off`);
    throw error;
  }
}

/** The list as a download that is not to be kept; it breaks off where reading fails. */
export function csvDownload<Row>(log: Log, list: CsvList<Row>): Response {
  return new Response(ReadableStream.from(piecesOf(log, list)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${list.fileName}"`,
      "cache-control": "no-store",
    },
  });
}
