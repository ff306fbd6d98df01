/** The head of a screen: its title, one line about it, and what can be done there. */
import { Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { brandName } from "#core/brand.ts";

/**
 * Opens a screen with its only first-level heading, which also names the browser's tab.
 * @param actions buttons on the right; they wrap below the title on a phone.
 * @param above what stands over the title, such as a way back.
 */
export function PageHeader(props: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${props.title} · ${brandName}`;
  }, [props.title]);
  return (
    <Stack component="header" gap="xs" mb="xl" align="stretch">
      {props.above ? <div>{props.above}</div> : null}
      <Group justify="space-between" align="flex-end" gap="md">
        <Stack gap={4} miw={0}>
          <Title order={1} size="h2">
            {props.title}
          </Title>
          {props.description ? <Text c="dimmed">{props.description}</Text> : null}
        </Stack>
        {props.actions ? <Group gap="sm">{props.actions}</Group> : null}
      </Group>
    </Stack>
  );
}
