import { recordOperatorAction } from "#platform/server/audit/record-admin-action.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { lockStoredSettings, saveSwitch } from "#platform/server/settings/stored-settings.ts";

/**
 * Turns maintenance mode on or off from the command line, for an operator who cannot sign in as an admin. Every running
 * server applies it within a second; the change is recorded in the audit log.
 */
export async function switchMaintenance(
  services: Pick<AppServices, "db" | "now">,
  { isEnabled }: { readonly isEnabled: boolean },
): Promise<"changed" | "unchanged"> {
  return await atomically(services.db, async (db) => {
    const { maintenanceMode } = await lockStoredSettings(db);
    if (maintenanceMode === isEnabled) return "unchanged";
    const now = services.now();
    await saveSwitch(db, { setting: "maintenanceMode", isEnabled, now });
    await recordOperatorAction(services, db, {
      action: "settings.changeSetting",
      target: "maintenanceMode",
      before: { isEnabled: maintenanceMode },
      after: { isEnabled },
      reason: "From the command line, by the operator",
    });
    return "changed";
  });
}
