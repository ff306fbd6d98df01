// Deletes the QR code of a leg, so that labels which carry it lead nowhere.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { deleteCodeRow, selectCode } from "./codes/store.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { lockShipment } from "./store.ts";

/** Removes row and picture; the leg may get a new code. Refuses with `not_found`, also the second time. */
export async function deleteQrCode(
  context: SignedInContext,
  input: { readonly qrCodeId: string },
): Promise<Record<string, never>> {
  const { db, files, log } = context;
  const { qrCodeId } = input;
  const known = await selectCode(db, qrCodeId);
  if (known === undefined) throw refusal("not_found");
  await atomically(db, async (inner) => {
    await lockShipment(inner, known.package_id);
    if ((await selectCode(inner, qrCodeId)) === undefined) throw refusal("not_found");
    await deleteCodeRow(inner, qrCodeId);
    await recordEvent(context, inner, {
      packageId: known.package_id,
      kind: "qr_code_deleted",
      legNumber: known.leg_number,
    });
    await recordStaffAction(context, inner, {
      action: "packages.deleteQrCode",
      target: known.package_id,
      before: { qrCodeId, legNumber: known.leg_number },
    });
  });
  try {
    await files.remove(known.path);
  } catch (error) {
    log.error({ error, qrCodeId }, "The file of a deleted QR code was left behind");
  }
  return {};
}
