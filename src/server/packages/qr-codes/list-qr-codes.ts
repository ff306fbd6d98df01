// Lists the QR codes of a package's legs.
import type { QrCode } from "#contract/admin-package-files.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { codeOnWire } from "./describe-qr-code.ts";
import { selectCodes } from "./qr-code-queries.ts";
import { selectShipment } from "#server/packages/package-queries.ts";

/** The codes there are, by leg. Refuses with `not_found` when there is no such package. */
export async function listQrCodes(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<{ items: QrCode[] }> {
  const { db } = context;
  if ((await selectShipment(db, input.packageId)) === undefined) throw apiError("not_found");
  const codes = await selectCodes(db, input.packageId);
  return { items: codes.map((code) => codeOnWire(context, code)) };
}
