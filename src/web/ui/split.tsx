/** Two parts of a screen: side by side where there is room, one below the other where there is not. */
import type { ReactNode } from "react";
import classes from "./split.module.css";

/** @param isEven gives both the same width; otherwise the first, what one works in, has more of it. */
export function Split(props: { first: ReactNode; second: ReactNode; isEven?: boolean }) {
  return (
    <div className={classes["split"]} data-even={props.isEven ?? false}>
      <div>{props.first}</div>
      <div>{props.second}</div>
    </div>
  );
}
