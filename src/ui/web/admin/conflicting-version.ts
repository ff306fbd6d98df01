import { ORPCError } from "@orpc/client";
import { apiErrorCode } from "#ui/web/api.tsx";

/** The version that somebody else saved, when `error` is an edit conflict; otherwise undefined. */
export function conflictingVersion(error: unknown): unknown {
  if (apiErrorCode(error) !== "conflict" || !(error instanceof ORPCError)) return undefined;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("current" in data)) return undefined;
  return data.current;
}
