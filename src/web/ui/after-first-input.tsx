import { Suspense, type ReactNode } from "react";
import { useAfterFirstInput } from "./lazy-component.ts";

/**
 * Renders lazy children once the user has begun to use the page, so that their code is loaded before it is needed.
 * @param props.isNeeded renders `children` at once, such as a dialog that the address opens.
 */
export function AfterFirstInput(props: { isNeeded: boolean; children: ReactNode }) {
  const isRendered = useAfterFirstInput(props.isNeeded);
  return isRendered ? <Suspense fallback={null}>{props.children}</Suspense> : null;
}
