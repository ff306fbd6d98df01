// A device is known to an account once its user signed in there, so that what others guess does not count against it. A
// signed cookie says so; it names no account, and what it says of one is void once the password of that account changes.
import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import * as z from "zod";
import type { Context } from "#platform/server/context.ts";
import { readSignedCookie, signedCookie } from "./signed-cookie.ts";

const lifetimeSeconds = 400 * 24 * 60 * 60;
const mostAccounts = 5;

const entry = z.object({
  /** The device for this account alone. */
  id: z.string(),
  /** The account, as `sealOf` it. */
  account: z.string(),
  /** Its password, as `sealOf` it. */
  password: z.string(),
  /** Whether a two-factor code of the account was given here too. */
  hasGivenCode: z.boolean(),
  /** In seconds of the epoch. */
  expiresAt: z.int(),
});
const entries = z.array(entry);
type Entry = z.infer<typeof entry>;

type Account = { readonly userId: string; readonly passwordHash: string | null };

export type KnownDevice = Pick<Entry, "id" | "hasGivenCode">;

/** A keyed hash, different for each device. */
function sealOf({ config }: Pick<Context, "config">, id: string, ...facts: string[]): string {
  const key = Buffer.from(hkdfSync("sha256", config.secret, "known-device", "seal", 32));
  const hash = createHmac("sha256", key)
    .update([id, ...facts].join(" "))
    .digest();
  return hash.subarray(0, 16).toString("base64url");
}

function readEntries({ config, requestHeaders, now }: Context): Entry[] {
  const value = readSignedCookie(config, "devices", requestHeaders.get("cookie"));
  if (value === null) return [];
  const parsed = entries.safeParse(JSON.parse(Buffer.from(value, "base64url").toString()));
  const seconds = now().getTime() / 1000;
  return (parsed.data ?? []).filter(({ expiresAt }) => expiresAt > seconds);
}

/**
 * What this device is to the account; undefined when it is not known there, or its password has changed since. Takes as long for
 * an address without an account.
 */
export function findKnownDevice(
  context: Context,
  account: Account | undefined,
): KnownDevice | undefined {
  const userId = account?.userId ?? "";
  const passwordHash = account?.passwordHash ?? "";
  const known = readEntries(context).find(
    ({ id, password }) => password === sealOf(context, id, userId, passwordHash),
  );
  return passwordHash === "" ? undefined : known;
}

/**
 * Makes this device known to the account, in place of the one whose last sign-in here is longest ago when there are five
 * others. `withCode`: a two-factor code of the account was given as well.
 */
export function rememberDevice(
  context: Context,
  account: { readonly userId: string; readonly passwordHash: string },
  { withCode }: { readonly withCode: boolean },
): void {
  const { userId, passwordHash } = account;
  const known = findKnownDevice(context, account);
  const id = known?.id ?? randomBytes(12).toString("base64url");
  const ofOthers = readEntries(context).filter(
    (other) => other.account !== sealOf(context, other.id, userId),
  );
  const remembered: Entry = {
    id,
    account: sealOf(context, id, userId),
    password: sealOf(context, id, userId, passwordHash),
    hasGivenCode: withCode || known?.hasGivenCode === true,
    expiresAt: Math.floor(context.now().getTime() / 1000) + lifetimeSeconds,
  };
  const kept = [...ofOthers, remembered].slice(-mostAccounts);
  const value = Buffer.from(JSON.stringify(kept)).toString("base64url");
  const cookie = signedCookie(context.config, "devices", value, lifetimeSeconds);
  context.responseHeaders.append("set-cookie", cookie);
}
