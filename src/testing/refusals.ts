// Asserts that an operation was refused with a named problem.
import { ORPCError } from "@orpc/client";
import { expect } from "vitest";
import { problems, type ProblemCode } from "#contract/problems.ts";

/** Expects `call` to be refused with `code`, and with `sentence` where given, else the catalogue's. */
export async function expectRefusal(
  call: Promise<unknown>,
  code: ProblemCode,
  sentence: string = problems[code].message,
): Promise<void> {
  const error: unknown = await call.then(
    () => new Error(`It was not refused, though '${code}' was expected.`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ORPCError)) throw error;
  expect({ code: error.code, status: error.status, message: error.message }).toEqual({
    code,
    status: problems[code].status,
    message: sentence,
  });
}
