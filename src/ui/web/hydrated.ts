import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False while prerendering and hydrating, then true. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
