// Labels as they are printed: drawn by us, or the file that the carrier made.
import { setImmediate } from "node:timers/promises";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { listFiles, type FileRow } from "#platform/server/files/files.ts";
import { sentence } from "#platform/server/translate.ts";
import {
  carrierLabelLimits,
  maxLabelsAtOnce,
  type LabelContent,
} from "#shipping/rules/shipping-label.ts";
import { drawShippingLabels } from "./draw-shipping-label.ts";

type DrawnLabel = { readonly trackingNumber: string; readonly content: LabelContent };

/** Labels of ours that follow one another, or a carrier's own. */
type Part = { readonly drawn: DrawnLabel[] } | { readonly file: FileRow<"label"> };

type LabelRow = RowOf<"labels">;

/** The parts in the order of the labels. Throws `not_found` for one that is void, erased or unknown. */
function partsOf(
  labels: readonly (LabelRow | undefined)[],
  fileOf: ReadonlyMap<string, FileRow<"label">>,
): Part[] {
  const parts: Part[] = [];
  for (const label of labels) {
    if (label?.state !== "made") throw apiError("not_found");
    const { trackingNumber, content } = label;
    const file = fileOf.get(label.id);
    const last = parts.at(-1);
    if (file !== undefined) parts.push({ file });
    else if (content === null) throw apiError("not_found");
    else if (last !== undefined && "drawn" in last) last.drawn.push({ trackingNumber, content });
    else parts.push({ drawn: [{ trackingNumber, content }] });
  }
  return parts;
}

async function readPart({ files, log }: SignedInContext, part: Part) {
  if ("drawn" in part) return await drawShippingLabels(part.drawn, () => setImmediate());
  const { id, key } = part.file;
  const bytes = await files.get(key);
  if (bytes !== null) return Uint8Array.from(bytes);
  log.error({ id }, "A stored file is missing");
  throw apiError("not_found");
}

/** Throws `too_large` where carriers' own labels would need too much memory together. */
function requireBounded(parts: readonly Part[]): void {
  const bytes = parts.reduce((sum, part) => sum + ("file" in part ? part.file.bytes : 0), 0);
  if (bytes > carrierLabelLimits.printedBytes) {
    throw apiError("too_large", {}, sentence("errors.labelsTooLarge"));
  }
}

/**
 * Labels as one PDF, the same each time: a page for each of ours, and the pages of a carrier's own. Throws `not_found` for a
 * label that is void, erased or unknown, `too_large`, and `busy` while too many are drawn.
 */
export async function readLabelsPdf(
  context: SignedInContext,
  labels: readonly (LabelRow | undefined)[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { db, images, queues, session } = context;
  const ids = labels.flatMap((label) => label?.id ?? []);
  const files = await listFiles(db, "label", ids);
  const parts = partsOf(labels, new Map(files.map((file) => [file.ownerId, file])));
  requireBounded(parts);
  return await queues.drawings.run(session.person.id, async () => {
    const pdfs: Uint8Array<ArrayBuffer>[] = [];
    for (const part of parts) pdfs.push(await readPart(context, part));
    const [only] = pdfs;
    if (only !== undefined && pdfs.length === 1) return only;
    const joined = await images.joinPdfs({ pdfs, maximumPages: maxLabelsAtOnce });
    if (joined === null) throw apiError("busy");
    return joined;
  });
}
