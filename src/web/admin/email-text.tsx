import classes from "./cells.module.css";

/** An email address that wraps before the `@` where the line is too short. */
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
