import type { PublicSettings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { hasEnteredWarehouse } from "#server/warehouses/has-entered-warehouse.ts";
import { isSandboxInUse } from "./payment-access.ts";

export async function readPublicSettings({
  config,
  db,
  settings,
}: Context): Promise<PublicSettings> {
  const stored = await settings.current();
  return {
    isSandbox: isSandboxInUse(config, stored),
    hasSandboxMailbox: config.mail.smtpUrl === null,
    supportEmail: config.supportEmail,
    isInMaintenance: stored.maintenanceMode,
    isRegistrationOpen: stored.allowNewRegistrations,
    hasWarehouse: await hasEnteredWarehouse(db),
  };
}
