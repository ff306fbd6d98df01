import type { ReactNode } from "react";
import splitClasses from "./split.module.css";

/**
 * Two sections side by side, or one below the other on narrow screens.
 * @param props.isEven gives both the same width; otherwise the first is wider.
 */
export function Split(props: { first: ReactNode; second: ReactNode; isEven?: boolean }) {
  return (
    <div className={splitClasses["split"]} data-even={props.isEven ?? false}>
      <div>{props.first}</div>
      <div>{props.second}</div>
    </div>
  );
}
