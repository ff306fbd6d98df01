/** The badge that names a state, with a colour that says the same at a glance. */
import { Badge } from "@mantine/core";

/** `gray` waiting or over, `yellow` being worked on, `sea` moving, `green` done, `red` failed, `vermilion` ours. */
export type StatusColor = "gray" | "yellow" | "sea" | "green" | "red" | "vermilion";

/** A state in words on a tint; the colour never carries the meaning alone. */
export function StatusBadge(props: { label: string; color: StatusColor; size?: "sm" | "md" }) {
  return (
    <Badge color={props.color} size={props.size ?? "md"} className="status-badge">
      {props.label}
    </Badge>
  );
}
