import type * as z from "zod";
import { apiError } from "#contract/errors.ts";
import { csvStart, type CsvWriter } from "#core/csv-row.ts";
import type { AppServices } from "#server/context.ts";
import { queueLimits } from "#server/limits/queues.ts";

/** The request's query parsed by `schema`. Throws `invalid_input` naming the first wrong field. */
export function parseQuery<Query>(request: Request, schema: z.ZodType<Query>): Query {
  const result = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw apiError("invalid_input", { field: String(issue?.path[0] ?? "") }, issue?.message);
}

type Services = Pick<AppServices, "log" | "queues">;

const { mostPerAccount } = queueLimits.downloads;
const tooManyAtOnce = `At most ${mostPerAccount} downloads can run at once. Please wait until one has ended.`;

type CsvList<Row> = {
  readonly fileName: string;
  /** Name of the content, for the log. */
  readonly of: string;
  readonly csv: CsvWriter;
  readonly columns: readonly string[];
  readonly rowsAtOnce: number;
  /** At most `rowsAtOnce` rows after `last`, or the first ones for null. */
  readonly readAfter: (last: Row | null) => Promise<readonly Row[]>;
  readonly cellsOf: (row: Row) => Parameters<CsvWriter["row"]>[0];
};

/** Reads the next rows only once the client took the last ones, and holds no database connection in between. */
async function* piecesOf<Row>(
  { log, queues }: Services,
  userId: string,
  list: CsvList<Row>,
): AsyncGenerator<Uint8Array> {
  using _place = queues.downloads.enter(userId, tooManyAtOnce);
  yield Buffer.from(csvStart + list.csv.row(list.columns));
  let last: Row | null = null;
  try {
    for (;;) {
      const after: Row | null = last;
      const rows: readonly Row[] = await queues.exportReads.run(userId, () =>
        list.readAfter(after),
      );
      last = rows.at(-1) ?? null;
      if (last !== null)
        yield Buffer.from(rows.map((row) => list.csv.row(list.cellsOf(row))).join(""));
      if (rows.length < list.rowsAtOnce) return;
    }
  } catch (error) {
    log.error({ error }, `The export of ${list.of} failed`);
    throw error;
  }
}

/**
 * The list as an uncached download; the connection is cut where reading fails. Throws `too_many_requests` while two downloads
 * of the account run on this server, and `busy` while too many run altogether.
 */
export async function csvDownload<Row>(
  services: Services,
  { request, userId }: { readonly request: Request; readonly userId: string },
  list: CsvList<Row>,
): Promise<Response> {
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${list.fileName}"`,
    "cache-control": "no-store",
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const pieces = piecesOf(services, userId, list);
  // Started here, so that errors become a response and cancelling the response ends the download.
  const first = await pieces.next();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (first.done !== true) controller.enqueue(first.value);
      },
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers });
}
