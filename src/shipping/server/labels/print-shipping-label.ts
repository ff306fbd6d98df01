import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { drawShippingLabel } from "./draw-shipping-label.ts";
import { findLabel } from "./label-queries.ts";

/**
 * A label as a file, the same each time. Throws `not_found`, also for a void label and one that was erased with its
 * account, and `busy` while too many are drawn.
 */
export async function printShippingLabel(
  { db, queues, session }: SignedInContext,
  { labelId }: { readonly labelId: string },
): Promise<File> {
  const label = await findLabel(db, labelId);
  if (label?.state !== "made" || label.content === null) throw apiError("not_found");
  const { trackingNumber, content } = label;
  const bytes = await queues.drawings.run(session.person.id, () =>
    drawShippingLabel(trackingNumber, content),
  );
  return new File([bytes], `label-${trackingNumber}.pdf`, { type: "application/pdf" });
}
