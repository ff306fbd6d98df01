import type { PublicSettings } from "#platform/contract/settings.ts";
import type { Context } from "#platform/server/context.ts";
import { isSandboxInUse } from "#money/server/settings/payment-access.ts";

export async function readPublicSettings({ config, settings }: Context): Promise<PublicSettings> {
  const stored = await settings.current();
  return {
    isSandbox: isSandboxInUse(config, stored),
    hasSandboxMailbox: config.mail.smtpUrl === null,
    supportEmail: config.supportEmail,
    isInMaintenance: stored.maintenanceMode,
    isRegistrationOpen: stored.allowNewRegistrations,
    hasWarehouse: await settings.hasWarehouse(),
  };
}
