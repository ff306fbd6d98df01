/** The bubble of a hint, loaded when the pointer first rests on something that has one. */
import { Tooltip } from "@mantine/core";

export function HintBubble(props: { label: string; target: HTMLElement; isShown: boolean }) {
  return <Tooltip label={props.label} target={props.target} opened={props.isShown} />;
}
