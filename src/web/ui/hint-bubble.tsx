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
      label={label}
      target={target}
      opened={isShown}
      {...(isLong && { multiline: true, maw: 280 })}
    />
  );
}
