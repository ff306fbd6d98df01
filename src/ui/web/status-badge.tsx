import { Badge } from "@mantine/core";

/** `gray` pending or ended, `yellow` in progress, `sea` in transit, `green` done, `red` failed, `vermilion` admin. */
export type StatusColor = "gray" | "yellow" | "sea" | "green" | "red" | "vermilion";

/** A status with text, because color alone is not accessible. */
export function StatusBadge(props: { label: string; color: StatusColor; size?: "sm" | "md" }) {
  return (
    <Badge color={props.color} size={props.size ?? "md"} className="status-badge">
      {props.label}
    </Badge>
  );
}
