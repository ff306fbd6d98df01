import type { ReactNode } from "react";
import listClasses from "./definition-list.module.css";

export type Definition = { term: string; value: ReactNode };

/** Terms and values side by side; on a narrow screen each value is below its term. */
export function DefinitionList(props: { items: readonly Definition[]; columns?: 1 | 2 }) {
  return (
    <dl className={listClasses["list"]} data-columns={props.columns ?? 1}>
      {props.items.map((item) => (
        <div key={item.term} className={listClasses["item"]}>
          <dt className={listClasses["term"]}>{item.term}</dt>
          <dd className={listClasses["value"]}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
