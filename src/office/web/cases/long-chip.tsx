import { Chip } from "@mantine/core";
import classes from "./cases.module.css";

/** A chip as long as what it names, which on a phone takes several lines. */
export function LongChip(props: { value: string; children: string }) {
  return (
    <Chip
      value={props.value}
      size="sm"
      radius="md"
      variant="outline"
      classNames={{ root: classes["longChip"] ?? "", label: classes["longChipLabel"] ?? "" }}
    >
      {props.children}
    </Chip>
  );
}
