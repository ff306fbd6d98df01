// Lists the QR codes of a package's legs.
import type { QrCode } from "#contract/office-package-files.ts";
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { codeOnWire } from "./codes/describe-code.ts";
import { selectCodes } from "./codes/store.ts";
import { selectShipment } from "./store.ts";

/** The codes there are, by leg. Refuses with `not_found` when there is no such package. */
export async function listQrCodes(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<{ items: QrCode[] }> {
  const { db } = context;
  if ((await selectShipment(db, input.packageId)) === undefined) throw refusal("not_found");
  const codes = await selectCodes(db, input.packageId);
  return { items: codes.map((code) => codeOnWire(context, code)) };
}
