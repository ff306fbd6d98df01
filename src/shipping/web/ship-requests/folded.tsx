import type { Elements } from "#ui/web/elements.ts";
import classes from "./ship-requests.module.css";

/** What few want to see, behind one line; open at first where `isOpen`. */
export function Folded(props: { summary: string; isOpen?: boolean; children: Elements }) {
  return (
    <details className={classes["breakdown"]} {...(props.isOpen ? { open: true } : {})}>
      <summary className={classes["summary"]}>{props.summary}</summary>
      {props.children}
    </details>
  );
}
