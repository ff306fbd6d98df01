import { ActionIcon, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

type Action = { readonly onClick: () => void } | { readonly opens: string };

/**
 * A small square icon button.
 * @param props.hint the short name in the tooltip, such as "Delete".
 * @param props.label the accessible name, including what the action applies to.
 * @param props.action what a click does, or the address that it `opens` in a new tab.
 */
export function IconAction(props: {
  hint: string;
  label: string;
  icon: ReactNode;
  action: Action;
}) {
  const { action } = props;
  const shared = { variant: "default", size: 26, "aria-label": props.label } as const;
  return (
    <Tooltip label={props.hint}>
      {"opens" in action ? (
        <ActionIcon {...shared} component="a" href={action.opens} target="_blank" rel="noopener">
          {props.icon}
        </ActionIcon>
      ) : (
        <ActionIcon {...shared} onClick={action.onClick}>
          {props.icon}
        </ActionIcon>
      )}
    </Tooltip>
  );
}
