// Asserts that an operation was refused with a named problem.
import { ORPCError } from "@orpc/client";
import { expect } from "vitest";
import { errorCatalogue, type ErrorCode } from "#contract/errors.ts";

/** Expects `call` to be refused with `code`, and with `sentence` where given, else the catalogue's. */
export async function expectApiError(
  call: Promise<unknown>,
  code: ErrorCode,
  sentence: string = errorCatalogue[code].message,
): Promise<void> {
  const error: unknown = await call.then(
    () => new Error(`It was not refused, though '${code}' was expected.`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ORPCError)) throw error;
  expect({ code: error.code, status: error.status, message: error.message }).toEqual({
    code,
    status: errorCatalogue[code].status,
    message: sentence,
  });
}
