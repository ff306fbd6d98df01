import { brandName } from "#platform/rules/brand.ts";
import classes from "./controls.module.css";

/** The mark without the name, decorative. Drawn on a grid of 32 so that it stays sharp at 16 pixels. */
export function Seal(props: { size?: number }) {
  const size = props.size ?? 28;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#d13f1b" />
      <g fill="#fff">
        <path d="M4.5 19.5c7 2.9 16 2.9 23 0-.7 3-1.9 5.2-3.6 6.5H8.1c-1.7-1.3-2.9-3.5-3.6-6.5Z" />
        <path d="M14.8 5c4.4 1.9 7.9 6.1 9.4 12.2-3.1.7-6.2 1-9.4 1Z" />
        <path d="M12.3 6.5h1.5v11.7h-1.5z" />
      </g>
      <path d="M14.8 9.6h5M14.8 13.7h8" stroke="#d13f1b" strokeWidth="1.3" />
    </svg>
  );
}

/** Mark and name side by side, in the surrounding text color. */
export function Logo(props: { size?: number }) {
  return (
    <span className={classes["logo"]}>
      <Seal size={props.size ?? 28} />
      <span className={classes["logoName"]}>{brandName}</span>
    </span>
  );
}
