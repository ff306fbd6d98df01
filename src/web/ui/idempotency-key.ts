/** The key under which one intention is sent, however often it has to be sent. */
import { useMemo, useRef } from "react";

export type IdempotencyKey = {
  /** The key of the present intention: the same until it is renewed. */
  readonly read: () => string;
  /** Ends the intention; to be called when an answer has come that settles it. */
  readonly renew: () => void;
};

/** Keeps a request key for as long as the screen stands or until an answer ends the intention. */
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
