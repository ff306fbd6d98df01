import { ORPCError } from "@orpc/client";
import { legFieldNames, type LegFields } from "#core/leg-edit.ts";
import { apiErrorCode } from "#web/api.tsx";

/** The version that somebody else saved, when `error` is an edit conflict; otherwise undefined. */
export function conflictingVersion(error: unknown): unknown {
  if (apiErrorCode(error) !== "conflict" || !(error instanceof ORPCError)) return undefined;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("current" in data)) return undefined;
  return data.current;
}

/** The leg that somebody else saved, when `error` is an edit conflict of a leg; otherwise null. */
export function conflictingLeg(error: unknown): LegFields | null {
  const current = conflictingVersion(error);
  if (typeof current !== "object" || current === null) return null;
  const values = current as Readonly<Record<string, unknown>>;
  const isText = (name: string) => typeof values[name] === "string";
  const areTextsOrNull = legFieldNames.every((name) => isText(name) || values[name] === null);
  return areTextsOrNull && isText("origin") && isText("destination")
    ? (current as LegFields)
    : null;
}
