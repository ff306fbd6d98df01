import { ORPCError } from "@orpc/client";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode } from "./api.tsx";

function issuesOf(data: unknown): [name: string, sentence: string][] {
  if (typeof data !== "object" || data === null || !("issues" in data)) return [];
  const issues = Array.isArray(data.issues) ? data.issues : [];
  return issues.flatMap((issue: { path?: unknown; message?: unknown }) =>
    Array.isArray(issue.path) && typeof issue.path[0] === "string"
      ? [[issue.path[0], String(issue.message)]]
      : [],
  );
}

/**
 * The message for each field that `error` names; an empty object if it names none.
 * @param fieldOf the field for an error code; `invalid_input` names its fields itself.
 */
export function fieldErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
  fieldOf: Partial<Record<ErrorCode, Name>> = {},
): Partial<Record<Name, string>> {
  const code = apiErrorCode(error);
  if (code === null || !(error instanceof ORPCError)) return {};
  const field = fieldOf[code];
  const sentences: Partial<Record<Name, string>> = {};
  if (field !== undefined) sentences[field] = error.message;
  for (const [name, sentence] of code === "invalid_input" ? issuesOf(error.data) : []) {
    const known = names.find((candidate) => candidate === name);
    if (known !== undefined) sentences[known] ??= sentence;
  }
  return sentences;
}
