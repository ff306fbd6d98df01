import type { LabelFileSettings } from "#shipping/contract/shipping-labels.ts";
import type { LabelFileColumn } from "#shipping/rules/label-file.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { saveFileColumns } from "./label-file-queries.ts";
import { getFileSettings } from "./read-label-file-settings.ts";

/** Chooses the columns of the file for a carrier. Throws `carrier_not_found`. */
export async function changeLabelFileSettings(
  context: SignedInContext,
  { carrierCode, columns }: { readonly carrierCode: string; readonly columns: LabelFileColumn[] },
): Promise<LabelFileSettings> {
  return await atomically(context.db, async (db) => {
    const before = await getFileSettings(db, carrierCode);
    const change = { columns, updatedBy: context.session.person.id, updatedAt: context.now() };
    await saveFileColumns(db, carrierCode, change);
    await recordAdminAction(context, db, {
      action: "labels.changeLabelFileSettings",
      target: carrierCode,
      before: { columns: before.columns },
      after: { columns },
    });
    return await getFileSettings(db, carrierCode);
  });
}
