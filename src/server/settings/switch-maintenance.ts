// Turns maintenance mode on or off for the operator at the console, who may have no way into the office just then.
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { lockStoredSettings, turnSwitch } from "./setting-switches.ts";

/** Every running server obeys within a second; the audit log keeps it. */
export async function switchMaintenance(
  services: Pick<AppServices, "db" | "now">,
  { isEnabled }: { readonly isEnabled: boolean },
): Promise<"changed" | "unchanged"> {
  return await atomically(services.db, async (db) => {
    const { maintenanceMode } = await lockStoredSettings(db);
    if (maintenanceMode === isEnabled) return "unchanged";
    const now = services.now();
    await turnSwitch(db, { setting: "maintenanceMode", isEnabled, now });
    await recordAdminAction(db, {
      actorId: null,
      action: "settings.changeSetting",
      target: "maintenanceMode",
      before: { isEnabled: maintenanceMode },
      after: { isEnabled },
      reason: "By the operator at the console",
      now,
    });
    return "changed";
  });
}
