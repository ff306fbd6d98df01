import { Tooltip } from "@mantine/core";

export function HintBubble(props: { label: string; target: HTMLElement | null; isShown: boolean }) {
  return <Tooltip label={props.label} target={props.target} opened={props.isShown} />;
}
