import { ORPCError } from "@orpc/client";
import { expect } from "vitest";
import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";

/** Expects `call` to reject with the API error `code`, and with `sentence`, the catalogue's by default. */
export async function expectApiError(
  call: Promise<unknown>,
  code: ErrorCode,
  sentence: string = errorCatalogue[code].message,
): Promise<void> {
  const error: unknown = await call.then(
    () => new Error(`Expected the error '${code}', but the call succeeded.`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ORPCError)) throw error;
  expect({ code: error.code, status: error.status, message: error.message }).toEqual({
    code,
    status: errorCatalogue[code].status,
    message: sentence,
  });
}
