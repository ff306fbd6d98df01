// Tells pages what the platform runs on.
import type { PlatformFacts } from "#contract/platform.ts";
import type { Context } from "#server/context.ts";

/** Whether stand-ins are in use, and how to reach support. */
export function readPlatform({ config }: Context): PlatformFacts {
  return {
    isSandbox: config.stripe === null,
    hasSandboxMailbox: config.mail.smtpUrl === null,
    supportEmail: config.supportEmail,
  };
}
