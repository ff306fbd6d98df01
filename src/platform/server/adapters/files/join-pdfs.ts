import { imageLimits } from "./image-limits.ts";
import { runInWorker } from "./run-in-worker.ts";

/** PDFs to write as one; none may have more pages than `maximumPages`. */
export type PdfTask = { readonly pdfs: readonly Uint8Array[]; readonly maximumPages: number };

/** The PDF; null where one of them cannot be read, is encrypted, or has no page or too many. */
export type JoinedPdf = Uint8Array<ArrayBuffer> | null;

/** Writes PDFs as one in a worker: their pages as they are printed, and nothing else. Never throws for a bad PDF. */
export async function joinPdfs(task: PdfTask): Promise<JoinedPdf> {
  const script = new URL("./pdf-worker.ts", import.meta.url);
  return await runInWorker<JoinedPdf>(script, task, imageLimits.maximumSeconds, null);
}
