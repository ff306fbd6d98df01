/** One matter inside a dialog: a heading, what can be done with it, and its content. */
import { Box, Group, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

/** A section under a third-level heading, set off from the one before by a line. */
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
