import { ORPCError } from "@orpc/client";
import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import { seededCarriers } from "#test/carriers.ts";
import type { ApiClient } from "#app/web/api.ts";
import { publicSettings } from "./users.ts";

/** Fake operations by area. */
export type FakeAnswers = {
  readonly [Area in keyof ApiClient]?: Partial<ApiClient[Area]>;
};

/**
 * Creates an API client that answers only with `answers`, with the carriers of a new installation and with public
 * settings that have a warehouse; every other operation rejects with its own name.
 */
export function fakeClient(given: FakeAnswers): ApiClient {
  const carriers = {
    listCarriers: async () => ({ items: [...seededCarriers] }),
    ...given.carriers,
  };
  const settings = { readPublicSettings: async () => publicSettings, ...given.settings };
  const answers: FakeAnswers = { ...given, carriers, settings };
  const areaOf = (area: string) =>
    new Proxy(
      {},
      {
        get: (_, operation) => {
          const operations = answers[area as keyof ApiClient] as
            | Readonly<Record<PropertyKey, unknown>>
            | undefined;
          return (
            operations?.[operation] ??
            (() => Promise.reject(new Error(`No answer for ${area}.${String(operation)}.`)))
          );
        },
      },
    );
  return new Proxy({}, { get: (_, area) => areaOf(String(area)) }) as ApiClient;
}

/** An API error as it arrives in the browser; `overrides` replace the message of the catalogue or add details. */
export function rejected(
  code: ErrorCode,
  overrides: { readonly sentence?: string; readonly details?: unknown } = {},
): ORPCError<string, unknown> {
  const { status, message } = errorCatalogue[code];
  return new ORPCError(code, {
    status,
    message: overrides.sentence ?? message,
    data: overrides.details,
  });
}
