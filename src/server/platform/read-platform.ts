// Tells pages what the platform runs on, and what is open on it.
import type { PlatformFacts } from "#contract/platform.ts";
import type { Context } from "#server/context.ts";

/** Whether stand-ins are in use, how to reach support, and whether people may enter and register. */
export async function readPlatform({ config, settings }: Context): Promise<PlatformFacts> {
  const { maintenanceMode, allowNewRegistrations } = await settings.current();
  return {
    isSandbox: config.stripe === null,
    hasSandboxMailbox: config.mail.smtpUrl === null,
    supportEmail: config.supportEmail,
    isInMaintenance: maintenanceMode,
    isRegistrationOpen: allowNewRegistrations,
  };
}
