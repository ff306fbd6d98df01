// The cookie that carries a session: signed, out of reach for scripts, and worthless without the server's secret.
import {
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import type { Config } from "#server/config.ts";
import { sessionSeconds } from "./session-lifetime.ts";

type CookieSettings = Pick<Config, "isHttps" | "secret">;

/** `__Host-` binds the cookie to this very host; browsers take that prefix over https alone. */
export function sessionCookieName(config: Pick<Config, "isHttps">): string {
  return config.isHttps ? "__Host-sampan_session" : "sampan_session";
}

const keys = new Map<string, KeyObject>();

/** The key of a secret, derived once: every request needs it. */
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

/** The Set-Cookie value that hands a session to a browser, for as long as a session lives unused. */
export function sessionCookie(config: CookieSettings, token: string): string {
  const signature = signatureOf(token, config.secret).toString("base64url");
  return `${sessionCookieName(config)}=${token}.${signature}${attributes(config, sessionSeconds)}`;
}

/** The Set-Cookie value that takes the session away from a browser. */
export function expiredSessionCookie(config: CookieSettings): string {
  return `${sessionCookieName(config)}=${attributes(config, 0)}`;
}

/** The session's token from a request's Cookie header; null when there is none or its signature is not ours. */
export function readSessionCookie(config: CookieSettings, header: string | null): string | null {
  const name = `${sessionCookieName(config)}=`;
  const pair = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(name));
  if (pair === undefined) return null;
  const [token, signature] = pair.slice(name.length).split(".");
  if (token === undefined || token === "" || signature === undefined) return null;
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(token, config.secret);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
