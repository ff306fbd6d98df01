import { apiError } from "#platform/contract/errors.ts";
import { parcelLabelPath } from "#goods/rules/label-code.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { drawLabels, type LabelFormat } from "./draw-labels.ts";
import { labelTexts, qrSquare } from "./label-layout.ts";
import { findLabelFacts, type LabelFacts } from "./label-queries.ts";

async function drawLabel(facts: LabelFacts, format: LabelFormat, origin: string): Promise<File> {
  const { labelCode, receivedOn } = facts;
  const qrText = `${origin}${parcelLabelPath(labelCode)}`;
  const label = { texts: labelTexts(facts), qrText, qrSquare };
  const file = { name: `label-${labelCode}`, title: labelCode, date: receivedOn };
  return await drawLabels([label], format, file);
}

/**
 * The label of a parcel that is awaited or here, as a file. Throws `not_found` for any other, and `busy` while too many
 * labels are drawn.
 */
export async function printLabel(
  context: SignedInContext,
  input: { readonly inboundParcelId: string; readonly format: LabelFormat },
): Promise<File> {
  const { config, db, queues, session } = context;
  const facts = await findLabelFacts(db, input.inboundParcelId);
  if (facts === undefined) throw apiError("not_found");
  return await queues.drawings.run(session.person.id, () =>
    drawLabel(facts, input.format, config.publicUrl),
  );
}
