import { Secret, TOTP } from "otpauth";
import type { TestPerson } from "./users.ts";
import type { TestApp } from "./test-app.ts";

export type Authenticator = {
  /** The code at a moment; now by default. */
  code(at?: Date): string;
  /** Advances the server's clock to the next step and returns its code, which nobody has used. */
  nextCode(): string;
};

/** An authenticator app with this secret. */
export function authenticator(app: TestApp, secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (at: Date = app.clock.now()) => totp.generate({ timestamp: at.getTime() });
  return {
    code,
    nextCode() {
      app.clock.advance(30_000);
      return code();
    },
  };
}

/** Turns two-factor authentication on for a user who has just signed in. */
export async function withTwoFactor(
  app: TestApp,
  person: TestPerson,
): Promise<Authenticator & { backupCodes: string[] }> {
  const { secret } = await person.api.auth.startTwoFactor({});
  const ownAuthenticator = authenticator(app, secret);
  const { backupCodes } = await person.api.auth.confirmTwoFactor({ code: ownAuthenticator.code() });
  return { ...ownAuthenticator, backupCodes };
}
