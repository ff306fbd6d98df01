import type { ReactNode } from "react";
import classes from "./definition-list.module.css";

export type Definition = { term: string; value: ReactNode };

/** Terms and values side by side; on a narrow screen each value is below its term. */
export function DefinitionList(props: { items: readonly Definition[]; columns?: 1 | 2 }) {
  return (
    <dl className={classes["list"]} data-columns={props.columns ?? 1}>
      {props.items.map((item) => (
        <div key={item.term} className={classes["item"]}>
          <dt className={classes["term"]}>{item.term}</dt>
          <dd className={classes["value"]}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
