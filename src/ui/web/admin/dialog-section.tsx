import { Box, Group, Title } from "@mantine/core";
import { useId } from "react";
import type { Elements } from "#ui/web/elements.ts";

export function DialogSection(props: { title: string; actions?: Elements; children: Elements }) {
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId} pt="xs">
      <Group justify="space-between" gap="sm" mb="sm" mih={30}>
        <Title order={3} size="h5" id={headingId}>
          {props.title}
        </Title>
        {props.actions}
      </Group>
      {props.children}
    </Box>
  );
}
