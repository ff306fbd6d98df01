/** An email address that breaks where a reader would break it. */
import classes from "./cells.module.css";

/** The address; a line that is too short for it ends before the `@`. */
export function EmailText(props: { children: string }) {
  const at = props.children.lastIndexOf("@");
  return (
    <span className={classes["email"]}>
      {props.children.slice(0, at)}
      <wbr />
      {props.children.slice(at)}
    </span>
  );
}
