import { Tooltip } from "@mantine/core";

export function HintBubble(props: {
  label: string;
  target: HTMLElement | null;
  isShown: boolean;
  /** Of several lines. */
  isLong?: boolean;
}) {
  const { label, target, isShown, isLong = false } = props;
  return (
    <Tooltip
      // Beside the arrow a changed text would not show under page translation.
      label={<span>{label}</span>}
      target={target}
      opened={isShown}
      {...(isLong && { multiline: true, maw: 280 })}
    />
  );
}
