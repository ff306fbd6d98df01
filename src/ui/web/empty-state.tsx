import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * Shown where a list has no rows.
 * @param props.icon a decorative lucide icon.
 * @param props.actions such as a button that clears the filters.
 */
export function EmptyState(props: {
  title: string;
  description?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" px="lg" py="xl" ta="center">
      {props.icon ? (
        <span className="round-mark" aria-hidden="true">
          {props.icon}
        </span>
      ) : null}
      <Text fw={600}>{props.title}</Text>
      {props.description ? (
        <Text size="sm" c="dimmed" maw="46ch">
          {props.description}
        </Text>
      ) : null}
      {props.actions ? (
        <Group gap="sm" mt="sm" justify="center">
          {props.actions}
        </Group>
      ) : null}
    </Stack>
  );
}
