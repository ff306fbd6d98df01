import { brandSlug } from "#core/brand.ts";
import {
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { sessionLifetimeSeconds } from "./session-lifetime.ts";

type CookieSettings = Pick<Config, "isHttps" | "secret">;

/** `__Host-` binds the cookie to this host; browsers accept that prefix over https only. */
export function sessionCookieName(config: Pick<Config, "isHttps">): string {
  return config.isHttps ? `__Host-${brandSlug}_session` : `${brandSlug}_session`;
}

const keys = new Map<string, KeyObject>();

/** The signing key, derived once per secret since every request needs it. */
function keyOf(secret: string): KeyObject {
  let key = keys.get(secret);
  if (key === undefined) {
    key = createSecretKey(
      Buffer.from(hkdfSync("sha256", secret, "session-cookie", "signature", 32)),
    );
    keys.set(secret, key);
  }
  return key;
}

function signatureOf(token: string, secret: string): Buffer {
  return createHmac("sha256", keyOf(secret)).update(token).digest();
}

function attributes(config: CookieSettings, maxAgeSeconds: number): string {
  const secure = config.isHttps ? "; Secure" : "";
  return `; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The Set-Cookie value with a signed session token, which the browser stores for as long as an unused session lives. */
export function sessionCookie(config: CookieSettings, token: string): string {
  const signature = signatureOf(token, config.secret).toString("base64url");
  return `${sessionCookieName(config)}=${token}.${signature}${attributes(config, sessionLifetimeSeconds)}`;
}

/** Has the response of this request set the cookie of the session with this token. */
export function setSessionCookie(
  { config, responseHeaders }: Pick<Context, "config" | "responseHeaders">,
  token: string,
): void {
  responseHeaders.append("set-cookie", sessionCookie(config, token));
}

/** The Set-Cookie value that deletes the session cookie. */
export function expiredSessionCookie(config: CookieSettings): string {
  return `${sessionCookieName(config)}=${attributes(config, 0)}`;
}

/** The session's token from a request's Cookie header; null when there is none or its signature is wrong. */
export function readSessionCookie(config: CookieSettings, header: string | null): string | null {
  const name = `${sessionCookieName(config)}=`;
  const pair = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(name));
  if (pair === undefined) return null;
  const [token, signature] = pair.slice(name.length).split(".");
  if (token === undefined || token === "" || signature === undefined) return null;
  const received = Buffer.from(signature, "base64url");
  const expected = signatureOf(token, config.secret);
  return received.length === expected.length && timingSafeEqual(received, expected) ? token : null;
}
