import { sentence } from "#platform/server/translate.ts";
import { csvStart, csvWriter, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { queueLimits } from "#platform/server/limits/queues.ts";

const { mostPerAccount } = queueLimits.downloads;
const tooManyAtOnce = sentence("errors.tooManyDownloads", { mostPerAccount });

type CsvList<Row> = {
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly rowsAtOnce: number;
  /** At most `rowsAtOnce` rows after `last`, or the first ones for null. */
  readonly readAfter: (last: Row | null) => Promise<readonly Row[]>;
  readonly cellsOf: (csv: CsvWriter, row: Row) => Parameters<CsvWriter["row"]>[0];
  /** What the audit log has of the file, where the operation states that it has: how the list was narrowed. */
  readonly audited?: Readonly<Record<string, unknown>>;
};

/** As many rows as a spreadsheet opens, without the heading. */
export const mostRowsOfFile = 1_048_575;
const cutSentence = `This file ends after ${mostRowsOfFile} rows, as many as a spreadsheet opens; older rows are missing.`;

/** Reads the next rows only once the client took the last ones, and holds no database connection in between. */
async function* piecesOf<Row>(
  { audit, queues, session }: SignedInContext,
  csv: CsvWriter,
  { columns, rowsAtOnce, readAfter, cellsOf, audited }: CsvList<Row>,
): AsyncGenerator<Uint8Array, undefined> {
  const userId = session.person.id;
  using _place = queues.downloads.enter(userId, tooManyAtOnce);
  let text = csvStart + csv.row(columns);
  let last: Row | null = null;
  let left = mostRowsOfFile;
  for (;;) {
    const after: Row | null = last;
    const rows: readonly Row[] = await queues.exportReads.run(userId, () => readAfter(after));
    // Before anything is sent, and once.
    if (after === null && audited !== undefined) await audit({ after: audited });
    last = rows.at(-1) ?? null;
    text += rows
      .slice(0, left)
      .map((row) => csv.row(cellsOf(csv, row)))
      .join("");
    if (rows.length > left) text += csv.row([cutSentence]);
    if (text !== "") yield Buffer.from(text);
    if (rows.length < rowsAtOnce || rows.length > left) return;
    left -= rows.length;
    text = "";
  }
}

/**
 * The list as a CSV file in the format of `reader`. Errors until the first rows are read reject; later ones cut the
 * connection. After `mostRowsOfFile` rows the file ends and says so. Throws `too_many_requests` while two downloads of the account run on this server, and `busy` while too many
 * run altogether.
 */
export async function csvDownload<Row>(
  context: SignedInContext,
  reader: CsvReader,
  list: CsvList<Row>,
): Promise<ReadableStream<Uint8Array>> {
  const { log, responseHeaders } = context;
  const { fileName } = list;
  const pieces = piecesOf(context, csvWriter(reader), list);
  // Started here, so that errors become a response, and cancelling the response ends the download.
  const first = await pieces.next();
  responseHeaders.set("content-type", "text/csv; charset=utf-8");
  responseHeaders.set("content-disposition", `attachment; filename="${fileName}"`);
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (first.done !== true) controller.enqueue(first.value);
      },
      async pull(controller) {
        try {
          const piece = await pieces.next();
          if (piece.done === true) controller.close();
          else controller.enqueue(piece.value);
        } catch (error) {
          log.error({ error, fileName }, "A CSV download was cut");
          controller.error(new Error("A CSV download was cut."));
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    // Read only on demand: the HTTP library would write the message of an error that no read waits for into the file.
    { highWaterMark: 0 },
  );
}
