import { Group, Text } from "@mantine/core";
import type { ChangeEvent } from "react";
import classes from "./controls.module.css";

/** A tick box as large as a finger on a phone, named for those who do not see what is beside it. */
export function TickBox(props: {
  label: string;
  isTicked: boolean;
  /** Some of what it stands for is ticked. */
  isPartly?: boolean;
  onTick: (isTicked: boolean) => void;
}) {
  const { isPartly = false } = props;
  return (
    <span className={classes["tickBox"]}>
      <input
        ref={(input) => {
          if (input !== null) input.indeterminate = isPartly;
        }}
        type="checkbox"
        className={classes["tickInput"]}
        aria-label={props.label}
        checked={props.isTicked}
        onChange={(event: ChangeEvent<HTMLInputElement>) =>
          props.onTick(event.currentTarget.checked)
        }
      />
      <svg className={classes["tickMark"]} viewBox="0 0 20 20" aria-hidden="true">
        <path d={isPartly ? "M5 10h10" : "M4.5 10.5l3.5 3.5 7.5-8"} />
      </svg>
    </span>
  );
}

/** The same with its label beside it, which ticks it too. */
export function LabelledTickBox(
  props: Pick<Parameters<typeof TickBox>[0], "label" | "isTicked" | "onTick">,
) {
  return (
    <Group component="label" gap="xs" wrap="nowrap" style={{ cursor: "pointer" }}>
      <TickBox {...props} />
      <Text span size="sm" aria-hidden="true">
        {props.label}
      </Text>
    </Group>
  );
}
