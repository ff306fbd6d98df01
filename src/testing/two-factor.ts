import { codeOfStep, stepAt } from "#server/auth/two-factor/totp.ts";
import type { TestPerson } from "./users.ts";
import type { TestApp } from "./test-app.ts";

export type Authenticator = {
  /** The code at a moment; now by default. */
  code(at?: Date): string;
  /** Advances the server's clock to the next step and returns its code, which nobody has used. */
  nextCode(): string;
};

function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map((character) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0"),
    )
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An authenticator app with this secret. */
export function authenticator(app: TestApp, secret: string): Authenticator {
  const code = (at: Date = app.clock.now()) => codeOfStep(bytesOf(secret), stepAt(at));
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
