/** A small square button with an icon alone, named when it is pointed at and to screen readers. */
import { ActionIcon, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

type Way = { readonly onClick: () => void } | { readonly opens: string };

/**
 * @param hint the short name shown when it is pointed at, such as "Delete".
 * @param label the whole name, with what it is done to.
 * @param way what it does, or the address that it `opens` in a new tab.
 */
export function IconAction(props: { hint: string; label: string; icon: ReactNode; way: Way }) {
  const { way } = props;
  const read = { variant: "default", size: 26, "aria-label": props.label } as const;
  return (
    <Tooltip label={props.hint}>
      {"opens" in way ? (
        <ActionIcon {...read} component="a" href={way.opens} target="_blank" rel="noopener">
          {props.icon}
        </ActionIcon>
      ) : (
        <ActionIcon {...read} onClick={way.onClick}>
          {props.icon}
        </ActionIcon>
      )}
    </Tooltip>
  );
}
