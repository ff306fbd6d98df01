// Cookies with a signature made with the server's secret, so that a copy of the database alone forges none.
import {
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import { brandSlug } from "#platform/rules/brand.ts";
import type { Config } from "#platform/server/config.ts";

type CookieKind = "session" | "registration" | "challenge" | "devices";
type CookieSettings = Pick<Config, "isHttps" | "secret">;

/** `__Host-` binds the cookie to this host; browsers accept that prefix over https only. */
export function cookieName({ isHttps }: Pick<Config, "isHttps">, kind: CookieKind): string {
  return isHttps ? `__Host-${brandSlug}_${kind}` : `${brandSlug}_${kind}`;
}

const keys = new Map<string, KeyObject>();

/** The signing key, derived once per secret since every request needs it. */
function keyOf({ secret }: CookieSettings, kind: CookieKind): KeyObject {
  const id = `${kind}:${secret}`;
  let key = keys.get(id);
  if (key === undefined) {
    const bytes = hkdfSync("sha256", secret, `${kind}-cookie`, "signature", 32);
    key = createSecretKey(Buffer.from(bytes));
    keys.set(id, key);
  }
  return key;
}

function signatureOf(config: CookieSettings, kind: CookieKind, value: string): Buffer {
  return createHmac("sha256", keyOf(config, kind)).update(value).digest();
}

function setCookieValue(
  config: CookieSettings,
  kind: CookieKind,
  content: string,
  maxAge: number,
): string {
  const { isHttps: secure } = config;
  const options = { path: "/", maxAge, httpOnly: true, secure, sameSite: "Lax" } as const;
  return serialize(cookieName(config, kind), content, options);
}

/** The Set-Cookie value with a signed value, which consists of letters, digits, `-` and `_`. */
export function signedCookie(
  config: CookieSettings,
  kind: CookieKind,
  value: string,
  maxAgeSeconds: number,
): string {
  const signature = signatureOf(config, kind, value).toString("base64url");
  return setCookieValue(config, kind, `${value}.${signature}`, maxAgeSeconds);
}

/** The Set-Cookie value that deletes the cookie. */
export function expiredCookie(config: CookieSettings, kind: CookieKind): string {
  return setCookieValue(config, kind, "", 0);
}

/** The value in a request's Cookie header; null when there is none or its signature is wrong. */
export function readSignedCookie(
  config: CookieSettings,
  kind: CookieKind,
  header: string | null,
): string | null {
  const name = cookieName(config, kind);
  const [value, signature] = (parse(header ?? "", name)[name] ?? "").split(".");
  if (value === undefined || value === "" || signature === undefined) return null;
  const received = Buffer.from(signature, "base64url");
  const expected = signatureOf(config, kind, value);
  return received.length === expected.length && timingSafeEqual(received, expected) ? value : null;
}
