/** The head of a screen: its title, one line about it, and what can be done there. */
import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * Opens a screen with its only first-level heading.
 * @param actions buttons on the right; they wrap below the title on a phone.
 */
export function PageHeader(props: { title: string; description?: ReactNode; actions?: ReactNode }) {
  return (
    <Group component="header" justify="space-between" align="flex-end" gap="md" mb="xl">
      <Stack gap={4} miw={0}>
        <Title order={1} size="h2">
          {props.title}
        </Title>
        {props.description ? <Text c="dimmed">{props.description}</Text> : null}
      </Stack>
      {props.actions ? <Group gap="sm">{props.actions}</Group> : null}
    </Group>
  );
}
