import { PDFArray, PDFDocument, PDFName, PDFStream, type PDFPage } from "@cantoo/pdf-lib";
import type { JoinedPdf, PdfTask } from "./join-pdfs.ts";

/** What a page is printed from. Scripts, links, attachments and comments are in other entries. */
const printedEntries = new Set(
  [
    "Type",
    "Parent",
    "Resources",
    "Contents",
    "MediaBox",
    "CropBox",
    "Rotate",
    "Group",
    "UserUnit",
  ].map((name) => PDFName.of(name)),
);

/** Whether everything that a page draws is there; a file that was cut off has pages without it. */
function isWhole({ node }: PDFPage): boolean {
  const contents = node.Contents();
  if (contents instanceof PDFStream) return true;
  if (!(contents instanceof PDFArray) || contents.size() === 0) return false;
  return contents.asArray().every((part) => node.context.lookup(part) instanceof PDFStream);
}

async function readPages(bytes: Uint8Array, maximumPages: number): Promise<PDFDocument | null> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false });
  // Before any page is read, since a small file can have very many.
  const count = source.getPageCount();
  if (count === 0 || count > maximumPages) return null;
  // What is filled in becomes part of the page.
  const form = source.getForm();
  if (form.getFields().length > 0) form.flatten({ updateFieldAppearances: false });
  const pages = source.getPages();
  if (!pages.every(isWhole)) return null;
  for (const { node } of pages) {
    for (const entry of node.keys()) if (!printedEntries.has(entry)) node.delete(entry);
  }
  return source;
}

/** Writes PDFs as one, or null as `joinPdfs` says; throws for what is no PDF. */
export async function joinPages({ pdfs, maximumPages }: PdfTask): Promise<JoinedPdf> {
  const joined = await PDFDocument.create({ updateMetadata: false });
  for (const bytes of pdfs) {
    const source = await readPages(bytes, maximumPages);
    if (source === null) return null;
    for (const page of await joined.copyPages(source, source.getPageIndices())) {
      joined.addPage(page);
    }
  }
  return Uint8Array.from(await joined.save());
}
