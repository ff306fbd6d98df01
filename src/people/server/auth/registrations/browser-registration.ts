// A signed cookie names the sign-up that this browser made, so that a resent link is the link of that sign-up.
import type { Context } from "#platform/server/context.ts";
import {
  expiredCookie,
  readSignedCookie,
  signedCookie,
} from "#people/server/auth/signed-cookie.ts";
import { registrationSeconds } from "./pending-registration.ts";

/** Sets the cookie for this sign-up. Only to be called when the request proved to know its password or its link. */
export function setBrowserRegistration(
  { config, responseHeaders }: Context,
  registrationId: string,
): void {
  const cookie = signedCookie(config, "registration", registrationId, registrationSeconds);
  responseHeaders.append("set-cookie", cookie);
}

export function clearBrowserRegistration(context: Context): void {
  if (readBrowserRegistration(context) === null) return;
  context.responseHeaders.append("set-cookie", expiredCookie(context.config, "registration"));
}

/** The id of the sign-up that this browser made or proved to know; null when there is none. */
export function readBrowserRegistration({ config, requestHeaders }: Context): string | null {
  return readSignedCookie(config, "registration", requestHeaders.get("cookie"));
}
