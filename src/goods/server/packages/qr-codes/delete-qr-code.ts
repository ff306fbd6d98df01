import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { deleteCode, findCode } from "./qr-code-queries.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { recordEvent } from "#goods/server/packages/record-event.ts";
import { lockAnyPackage } from "#goods/server/packages/change-own-package.ts";

/**
 * Deletes the QR code and its picture, so that labels with it no longer open anything; the leg can get a new code. Throws
 * `not_found`, also for a repeat.
 */
export async function deleteQrCode(
  context: SignedInContext,
  input: { readonly qrCodeId: string },
): Promise<Record<string, never>> {
  const { db, files, log } = context;
  const { qrCodeId } = input;
  const code = await findCode(db, qrCodeId);
  if (code === undefined) throw apiError("not_found");
  await atomically(db, async (inner) => {
    await lockAnyPackage(context, inner, code.packageId);
    if ((await findCode(inner, qrCodeId)) === undefined) throw apiError("not_found");
    await deleteCode(inner, qrCodeId);
    await recordEvent(context, inner, {
      packageId: code.packageId,
      kind: "qr_code_deleted",
      legNumber: code.legNumber,
    });
    await recordAdminAction(context, inner, {
      action: "packages.deleteQrCode",
      target: code.packageId,
      before: { qrCodeId, legNumber: code.legNumber },
    });
  });
  try {
    await files.remove(code.path);
  } catch (error) {
    log.error({ error, qrCodeId }, "The file of a deleted QR code was left behind");
  }
  return {};
}
