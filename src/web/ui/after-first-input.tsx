/** Draws a late part once somebody has begun to use the page, which is before anybody can ask for it. */
import { Suspense, type ReactNode } from "react";
import { useIsWanted } from "./lazy-component.ts";

/** @param isNeeded draws `children` at once, such as a dialog that an address opens. */
export function WhenWanted(props: { isNeeded: boolean; children: ReactNode }) {
  const isWanted = useIsWanted(props.isNeeded);
  return isWanted ? <Suspense fallback={null}>{props.children}</Suspense> : null;
}
