// Tokens of links that share a package: signed, so that an owner can copy the link again and nothing in the database opens it.
import type { AppServices } from "#platform/server/context.ts";
import { readSignedId, signId } from "#platform/server/signed-id.ts";

type Secret = Pick<AppServices, "config">;

/** 64 characters of `A-Z a-z 0-9 - _`. */
export function shareToken({ config }: Secret, shareId: string): string {
  return signId(config.secret, "package-shares", shareId);
}

/** The share's id; null when `token` was not made by `shareToken` with this server's secret. */
export function readShareToken({ config }: Secret, token: string): string | null {
  return readSignedId(config.secret, "package-shares", token);
}
