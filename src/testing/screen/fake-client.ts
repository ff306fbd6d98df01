// A client of the API for tests of screens: it answers what a test tells it to, and nothing else.
import { ORPCError } from "@orpc/client";
import { errorCatalogue, type ErrorCode } from "#contract/errors.ts";
import type { ApiClient } from "#web/api.tsx";

/** Answers by area and operation, in the shapes of the contract. */
export type FakeAnswers = {
  readonly [Area in keyof ApiClient]?: Partial<ApiClient[Area]>;
};

/**
 * A client with the given answers. An operation without one rejects with its name, so that a test
 * says what its screen asks for.
 */
export function fakeClient(answers: FakeAnswers): ApiClient {
  const areaOf = (area: string) =>
    new Proxy(
      {},
      {
        get: (_, operation) => {
          const given = answers[area as keyof ApiClient] as
            | Readonly<Record<PropertyKey, unknown>>
            | undefined;
          return (
            given?.[operation] ??
            (() => Promise.reject(new Error(`No answer for ${area}.${String(operation)}.`)))
          );
        },
      },
    );
  return new Proxy({}, { get: (_, area) => areaOf(String(area)) }) as ApiClient;
}

/** The server's refusal of an operation, as it arrives in the browser. */
export function rejected(
  code: ErrorCode,
  notified: { readonly sentence?: string; readonly details?: unknown } = {},
): ORPCError<string, unknown> {
  const { status, message } = errorCatalogue[code];
  return new ORPCError(code, {
    status,
    message: notified.sentence ?? message,
    data: notified.details,
  });
}
