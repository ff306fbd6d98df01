import { useState } from "react";
import type { Elements } from "#ui/web/elements.ts";
import classes from "./ship-requests.module.css";

/** What few want to see, behind one line; open at first where `isOpen`, and never closed by the page afterwards. */
export function Folded(props: { summary: string; isOpen?: boolean; children: Elements }) {
  const [wasOpen, setWasOpen] = useState(props.isOpen ?? false);
  // A draft that is read later opens it too.
  if (props.isOpen && !wasOpen) setWasOpen(true);
  return (
    <details className={classes["breakdown"]} {...(wasOpen ? { open: true } : {})}>
      <summary className={classes["summary"]}>{props.summary}</summary>
      {props.children}
    </details>
  );
}
