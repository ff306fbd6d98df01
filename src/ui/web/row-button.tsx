import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";

/** The small button of a row in a table or list. */
export function RowButton(
  props: ButtonProps & Omit<ComponentPropsWithRef<"button">, keyof ButtonProps>,
) {
  return <Button size="compact-sm" variant="default" {...props} />;
}
