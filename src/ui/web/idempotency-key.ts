import { ORPCError } from "@orpc/client";
import { useMemo, useRef } from "react";
import { apiErrorCode } from "./api.tsx";

export type IdempotencyKey = {
  /** The key of the current request: the same until it is renewed, or other `contents` are sent. */
  readonly read: (contents?: string) => string;
  /** Starts a new key; call it when the server has answered. */
  readonly renew: () => void;
  /**
   * Sends a request with the key, which is renewed once the server has answered: without an answer it may be done, and a
   * repeat with the same key does it only once. Other `contents` are another request. Rejects as `send` does.
   */
  readonly use: <Output>(
    send: (key: string) => Promise<Output>,
    contents?: string,
  ) => Promise<Output>;
};

function hasErrorCode(error: unknown): boolean {
  return apiErrorCode(error) !== null;
}

/** Also a failure of a provider, with which the server ends a request for good. */
export function isAnswerOfProvider(error: unknown): boolean {
  return error instanceof ORPCError;
}

/**
 * An idempotency key for repeated attempts of one request, valid while the component is mounted or until renewed.
 * @param isAnswer which errors are answers of the server, after which the next attempt is a new request
 */
export function useIdempotencyKey(
  isAnswer: (error: unknown) => boolean = hasErrorCode,
): IdempotencyKey {
  const key = useRef<{ readonly value: string; readonly contents: string } | null>(null);
  return useMemo(() => {
    const read = (contents = "") => {
      const known = key.current?.contents === contents ? key.current : null;
      key.current = known ?? { value: crypto.randomUUID(), contents };
      return key.current.value;
    };
    const renew = () => {
      key.current = null;
    };
    return {
      read,
      renew,
      use: async (send, contents) => {
        try {
          const output = await send(read(contents));
          renew();
          return output;
        } catch (error) {
          if (isAnswer(error)) renew();
          throw error;
        }
      },
    };
  }, [isAnswer]);
}
