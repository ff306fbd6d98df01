// Labels as carriers' web pages give them: PDFs of 4 by 6 inches.
import { PDFDocument } from "@cantoo/pdf-lib";

type Label = {
  readonly pages?: number;
  /** A field that somebody filled in. */
  readonly filledIn?: string;
  readonly script?: string;
  readonly password?: string;
};

export async function carrierPdf(label: Label = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { pages = 1, filledIn, script, password } = label;
  const document = await PDFDocument.create();
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([288, 432]);
    page.drawText(`Carrier label ${number}`, { x: 20, y: 400, size: 14 });
  }
  if (filledIn !== undefined) {
    const field = document.getForm().createTextField("number");
    field.setText(filledIn);
    field.addToPage(document.getPage(0), { x: 20, y: 20, width: 100, height: 20 });
  }
  if (script !== undefined) document.addJavaScript("start", script);
  if (password !== undefined) document.encrypt({ userPassword: password, ownerPassword: password });
  return Uint8Array.from(await document.save({ useObjectStreams: script === undefined }));
}

/** The same as a file to send. */
export async function aCarrierLabel(label: Label = {}): Promise<File> {
  return new File([await carrierPdf(label)], "label.pdf", { type: "application/pdf" });
}
