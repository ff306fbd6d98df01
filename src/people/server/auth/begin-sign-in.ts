// Which limits a sign-in counts towards: others cannot use up those of a device that the account knows.
import { accountAt } from "#platform/rules/counted-account.ts";
import type { Context } from "#platform/server/context.ts";
import { limitedNetwork } from "#platform/server/ip-address.ts";
import { beginAttempt, type Attempt } from "#platform/server/limits/begin-attempt.ts";
import type { Account } from "./account-queries.ts";
import { findKnownDevice } from "./known-device.ts";

/**
 * Begins a sign-in with this email, in lower case, under its limits. Throws `too_many_requests` when one is reached, in
 * the same way whether it has an account or not.
 */
export async function beginSignIn(
  context: Context,
  email: string,
  account: Account | undefined,
): Promise<Attempt> {
  const device = findKnownDevice(context, account);
  if (device !== null) {
    const there = accountAt(email, `device-${device.id}`);
    return await beginAttempt(context, {
      failedSignInsPerAccount: there,
      signInsPerAccount: there,
    });
  }
  const there = accountAt(email, limitedNetwork(context.ipAddress));
  return await beginAttempt(context, {
    signInsPerAddress: context.ipAddress,
    failedSignInsPerAccount: there,
    failedSignInsPerHour: email,
    failedSignInsPerDay: email,
    signInsPerAccount: there,
  });
}
