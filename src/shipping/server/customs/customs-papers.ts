// Customs papers as they are printed.
import { buffer } from "node:stream/consumers";
import type { CustomsForm } from "#catalogue/rules/shipping-service.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { CustomsPaperContent } from "#shipping/rules/customs-paper.ts";
import { findPaper } from "./customs-paper-queries.ts";
import { cn22Size, drawCn22 } from "./draw-cn22.ts";
import { cn23Size, drawCn23 } from "./draw-cn23.ts";
import { drawInvoice, invoiceSize } from "./draw-invoice.ts";
import { drawVoid, drawnPaper, points } from "./paper-drawing.ts";

const forms = {
  cn22: { size: cn22Size, draw: drawCn22 },
  cn23: { size: cn23Size, draw: drawCn23 },
  invoice: { size: invoiceSize, draw: drawInvoice },
} as const satisfies Readonly<Record<CustomsForm, object>>;

/** A PDF of a paper, as often as its service wants it; the same paper gives the same bytes. */
export async function drawPaper(
  form: CustomsForm,
  content: CustomsPaperContent,
  isVoid: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const { size, draw } = forms[form];
  const page: [number, number] = [points(size.width), points(size.height)];
  const document = new PDFDocument({
    size: page,
    margin: 0,
    autoFirstPage: false,
    info: {
      Title: `${form.toUpperCase()} ${content.trackingNumber}`,
      CreationDate: new Date(content.day),
    },
  });
  const paper = await drawnPaper(content);
  for (let copy = 0; copy < content.copies; copy += 1) {
    draw(document, paper, () => {
      document.addPage({ size: page, margin: 0 });
      if (isVoid) drawVoid(document, size.width, size.height);
    });
  }
  document.end();
  return Uint8Array.from(await buffer(document));
}

/**
 * The customs paper of a label, marked where the label is void. Throws `not_found`, also for one that was erased with its
 * account, and `busy` while too many are drawn.
 */
export async function printCustomsPapers(
  context: SignedInContext,
  { labelId }: { readonly labelId: string },
): Promise<File> {
  const { db, queues, session } = context;
  const paper = await findPaper(db, labelId);
  const content = paper?.content ?? null;
  if (paper === undefined || content === null) throw apiError("not_found");
  const isVoid = paper.state === "void";
  const bytes = await queues.drawings.run(session.person.id, () =>
    drawPaper(paper.form, content, isVoid),
  );
  const name = `${paper.form}-${content.trackingNumber}.pdf`;
  return new File([bytes], name, { type: "application/pdf" });
}
