// A signed cookie names the sign-up that this browser made, so that a resent link is the link of that sign-up.
import { brandSlug } from "#core/brand.ts";
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { registrationSeconds } from "./pending-registration.ts";

function cookieName(config: Pick<Config, "isHttps">): string {
  return config.isHttps ? `__Host-${brandSlug}_registration` : `${brandSlug}_registration`;
}

function signatureOf(secret: string, registrationId: string): Buffer {
  const key = createSecretKey(
    Buffer.from(hkdfSync("sha256", secret, "registration-cookie", "signature", 32)),
  );
  return createHmac("sha256", key).update(registrationId).digest();
}

function setCookie({ config, responseHeaders }: Context, value: string, maxAge: number): void {
  const secure = config.isHttps ? "; Secure" : "";
  responseHeaders.append(
    "set-cookie",
    `${cookieName(config)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** Sets the cookie for this sign-up. Only to be called when the request proved to know its password or its link. */
export function setBrowserRegistration(context: Context, registrationId: string): void {
  const signature = signatureOf(context.config.secret, registrationId).toString("base64url");
  setCookie(context, `${registrationId}.${signature}`, registrationSeconds);
}

export function clearBrowserRegistration(context: Context): void {
  if (readBrowserRegistration(context) !== null) setCookie(context, "", 0);
}

/** The id of the sign-up that this browser made or proved to know; null when there is none. */
export function readBrowserRegistration({
  config,
  requestHeaders,
}: Pick<Context, "config" | "requestHeaders">): string | null {
  const name = `${cookieName(config)}=`;
  const pair = requestHeaders
    .get("cookie")
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(name));
  const [registrationId = "", signature = ""] = pair?.slice(name.length).split(".") ?? [];
  if (registrationId === "") return null;
  const received = Buffer.from(signature, "base64url");
  const expected = signatureOf(config.secret, registrationId);
  return received.length === expected.length && timingSafeEqual(received, expected)
    ? registrationId
    : null;
}
