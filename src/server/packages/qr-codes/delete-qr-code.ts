// Deletes the QR code of a leg, so that labels which carry it lead nowhere.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { deleteCodeRow, selectCode } from "./qr-code-queries.ts";
import { recordEvent, recordStaffAction } from "#server/packages/record-change.ts";
import { lockShipment } from "#server/packages/package-queries.ts";

/** Removes row and picture; the leg may get a new code. Refuses with `not_found`, also the second time. */
export async function deleteQrCode(
  context: SignedInContext,
  input: { readonly qrCodeId: string },
): Promise<Record<string, never>> {
  const { db, files, log } = context;
  const { qrCodeId } = input;
  const known = await selectCode(db, qrCodeId);
  if (known === undefined) throw apiError("not_found");
  await atomically(db, async (inner) => {
    await lockShipment(inner, known.packageId);
    if ((await selectCode(inner, qrCodeId)) === undefined) throw apiError("not_found");
    await deleteCodeRow(inner, qrCodeId);
    await recordEvent(context, inner, {
      packageId: known.packageId,
      kind: "qr_code_deleted",
      legNumber: known.legNumber,
    });
    await recordStaffAction(context, inner, {
      action: "packages.deleteQrCode",
      target: known.packageId,
      before: { qrCodeId, legNumber: known.legNumber },
    });
  });
  try {
    await files.remove(known.path);
  } catch (error) {
    log.error({ error, qrCodeId }, "The file of a deleted QR code was left behind");
  }
  return {};
}
