import { Box, Group, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

export function DialogSection(props: { title: string; actions?: ReactNode; children: ReactNode }) {
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
