import { apiError } from "#contract/errors.ts";
import { parcelLabelPath } from "#core/label-code.ts";
import type { SignedInContext } from "#server/context.ts";
import { drawLabelPdf } from "./draw-label-pdf.ts";
import { drawQrVector } from "./draw-qr-vector.ts";
import { labelTexts } from "./label-layout.ts";
import { findLabelFacts, type LabelFacts } from "./label-queries.ts";
import { writeLabelZpl } from "./write-label-zpl.ts";

/** A repeated download of the same label has the same bytes, so the file's date cannot be that of the download. */
const dateOfUndatedLabel = "2000-01-01";

async function drawLabel(facts: LabelFacts, format: "pdf" | "zpl", origin: string): Promise<File> {
  const qrText = `${origin}${parcelLabelPath(facts.labelCode)}`;
  const texts = labelTexts(facts);
  const qrCode = await drawQrVector(qrText);
  const name = `label-${facts.labelCode}.${format}`;
  if (format === "zpl") {
    const zpl = writeLabelZpl({ texts, qrText, modulesPerSide: qrCode.modulesPerSide });
    return new File([zpl], name, { type: "application/zpl" });
  }
  const createdAt = new Date(facts.receivedOn ?? dateOfUndatedLabel);
  const pdf = await drawLabelPdf({ title: facts.labelCode, texts, qrCode, createdAt });
  return new File([pdf], name, { type: "application/pdf" });
}

/**
 * The label of a parcel that is awaited or here, as a file. Throws `not_found` for any other, and `busy` while too many
 * labels are drawn.
 */
export async function printLabel(
  context: SignedInContext,
  input: { readonly inboundParcelId: string; readonly format: "pdf" | "zpl" },
): Promise<File> {
  const { config, db, queues, session } = context;
  const facts = await findLabelFacts(db, input.inboundParcelId);
  if (facts === undefined) throw apiError("not_found");
  return await queues.drawings.run(session.person.id, () =>
    drawLabel(facts, input.format, config.publicUrl),
  );
}
