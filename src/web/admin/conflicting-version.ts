/** Reads from a refusal what somebody else saved meanwhile. */
import { ORPCError } from "@orpc/client";
import { legFieldLabels, type LegFields } from "#core/leg-edit.ts";
import { apiErrorCode } from "#web/api.tsx";

/** What is saved now, where that is why a change was refused; undefined where it is not. */
export function savedMeanwhile(error: unknown): unknown {
  if (apiErrorCode(error) !== "conflict" || !(error instanceof ORPCError)) return undefined;
  const notified: unknown = error.data;
  if (typeof notified !== "object" || notified === null || !("current" in notified))
    return undefined;
  return notified.current;
}

/** The same of a leg; null where it is none. */
export function legSavedMeanwhile(error: unknown): LegFields | null {
  const current = savedMeanwhile(error);
  if (typeof current !== "object" || current === null) return null;
  const values = current as Readonly<Record<string, unknown>>;
  const isText = (name: string) => typeof values[name] === "string";
  const areGiven = Object.keys(legFieldLabels).every(
    (name) => isText(name) || values[name] === null,
  );
  return areGiven && isText("origin") && isText("destination") ? (current as LegFields) : null;
}
