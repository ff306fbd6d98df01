// Tokens of the links that turn off emails without signing in. A token names account and email and is signed.
import { readSignedId, signId } from "#platform/server/signed-id.ts";
import type { EmailKinds, EmailName } from "./email.ts";

type Unsubscribed = { readonly userId: string; readonly name: EmailName };

/** The email's name, a dot, then the signed id of the account: 64 characters of `A-Z a-z 0-9 - _`. */
export function unsubscribeToken(secret: string, { userId, name }: Unsubscribed): string {
  return `${name}.${signId(secret, "unsubscribing", userId, name)}`;
}

const tokenShape = /^([a-z-]{1,40})\.(.+)$/;

function isOptionalEmail(kinds: EmailKinds, name: string): name is EmailName {
  return Object.hasOwn(kinds, name) && kinds[name as EmailName].unsubscribes !== undefined;
}

/** Whose emails a token turns off, and which; null when it was not made with this server's secret. */
export function readUnsubscribeToken(
  { secret, emailKinds }: { readonly secret: string; readonly emailKinds: EmailKinds },
  token: string,
): Unsubscribed | null {
  const [, name = "", signed = ""] = tokenShape.exec(token) ?? [];
  if (!isOptionalEmail(emailKinds, name)) return null;
  const userId = readSignedId(secret, "unsubscribing", signed, name);
  return userId === null ? null : { userId, name };
}
