// Tells pages what the platform runs on, and what is open on it.
import type { PlatformFacts } from "#contract/platform.ts";
import type { Context } from "#server/context.ts";
import { isSandboxInUse } from "./settings/payment-access.ts";

/** Whether stand-ins are in use, how to reach support, and whether people may enter and register. */
export async function readPlatform({ config, settings }: Context): Promise<PlatformFacts> {
  const kept = await settings.current();
  return {
    isSandbox: isSandboxInUse(config, kept),
    hasSandboxMailbox: config.mail.smtpUrl === null,
    supportEmail: config.supportEmail,
    isInMaintenance: kept.maintenanceMode,
    isRegistrationOpen: kept.allowNewRegistrations,
  };
}
