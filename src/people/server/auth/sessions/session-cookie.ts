import type { Config } from "#platform/server/config.ts";
import type { Context } from "#platform/server/context.ts";
import {
  expiredCookie,
  readSignedCookie,
  signedCookie,
} from "#people/server/auth/signed-cookie.ts";
import { sessionLifetimeSeconds } from "./session-lifetime.ts";

type CookieSettings = Pick<Config, "isHttps" | "secret">;

/** The Set-Cookie value with a session token, which the browser stores for as long as an unused session lives. */
export function sessionCookie(config: CookieSettings, token: string): string {
  return signedCookie(config, "session", token, sessionLifetimeSeconds);
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
  return expiredCookie(config, "session");
}

/** The session's token from a request's Cookie header; null when there is none or its signature is wrong. */
export function readSessionCookie(config: CookieSettings, header: string | null): string | null {
  return readSignedCookie(config, "session", header);
}
