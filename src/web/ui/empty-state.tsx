/** What stands where a list has nothing to show. */
import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * A quiet note in place of content.
 * @param icon a lucide icon, decorative.
 * @param actions the way out of emptiness, such as a button.
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
