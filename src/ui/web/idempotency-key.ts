import { useMemo, useRef } from "react";

export type IdempotencyKey = {
  /** The key of the current request: the same until it is renewed. */
  readonly read: () => string;
  /** Starts a new key; call it when the server has answered. */
  readonly renew: () => void;
};

/** An idempotency key for repeated attempts of one request, valid while the component is mounted or until renewed. */
export function useIdempotencyKey(): IdempotencyKey {
  const key = useRef<string | null>(null);
  return useMemo(
    () => ({
      read: () => (key.current ??= crypto.randomUUID()),
      renew: () => {
        key.current = null;
      },
    }),
    [],
  );
}
