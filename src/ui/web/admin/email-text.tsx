import classes from "./cells.module.css";

/** An email address that wraps before the `@` where the line is too short. */
export function EmailText(props: { children: string }) {
  const at = props.children.lastIndexOf("@");
  return (
    <span className={classes["email"]}>
      <span>{props.children.slice(0, at)}</span>
      <wbr />
      <span>{props.children.slice(at)}</span>
    </span>
  );
}
