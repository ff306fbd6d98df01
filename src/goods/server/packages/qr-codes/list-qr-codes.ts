import type { QrCode } from "#goods/contract/admin-package-files.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { toQrCode } from "./describe-qr-code.ts";
import { listCodes } from "./qr-code-queries.ts";
import { findShipment } from "#goods/server/packages/package-queries.ts";

/** The QR codes of a package's legs, by leg. Throws `not_found`. */
export async function listQrCodes(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<{ items: QrCode[] }> {
  const { db } = context;
  if ((await findShipment(db, input.packageId)) === undefined) throw apiError("not_found");
  const codes = await listCodes(db, input.packageId);
  return { items: codes.map((code) => toQrCode(context, code)) };
}
