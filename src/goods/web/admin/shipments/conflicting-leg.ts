import { legFieldNames, type LegFields } from "#goods/rules/leg-edit.ts";
import { conflictingVersion } from "#ui/web/admin/conflicting-version.ts";

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
