// Turns maintenance mode on or off for the operator at the console, who may have no way into the office just then.
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { Parts } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { lockKeptSettings, turnSwitch } from "./settings/switches.ts";

/** Every running server obeys within a second; the audit log keeps it. */
export async function switchMaintenance(
  parts: Pick<Parts, "db" | "now">,
  { isEnabled }: { readonly isEnabled: boolean },
): Promise<"changed" | "unchanged"> {
  return await atomically(parts.db, async (db) => {
    const { maintenanceMode } = await lockKeptSettings(db);
    if (maintenanceMode === isEnabled) return "unchanged";
    const now = parts.now();
    await turnSwitch(db, { setting: "maintenanceMode", isEnabled, now });
    await recordAdminAction(db, {
      actorId: null,
      action: "platform.changeSetting",
      target: "maintenanceMode",
      before: { isEnabled: maintenanceMode },
      after: { isEnabled },
      reason: "By the operator at the console",
      now,
    });
    return "changed";
  });
}
