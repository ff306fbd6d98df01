/** Tells whether the application runs yet on a page that was drawn ahead of time. */
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the page as it was drawn and while the application takes it over, then true; true at once elsewhere. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
