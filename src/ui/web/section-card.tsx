import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Elements } from "./elements.ts";

/**
 * A section of a page in a card.
 * @param props.title a second-level heading; optional.
 * @param props.actions on the right of the title.
 * @param props.flush extends the content (a table) to the card's edges.
 */
export function SectionCard(props: {
  title?: ReactNode;
  description?: ReactNode;
  actions?: Elements;
  flush?: boolean;
  children: Elements;
}) {
  const hasHead = Boolean(props.title ?? props.actions);
  return (
    <Card component="section" padding={props.flush ? 0 : "lg"}>
      {hasHead ? (
        <Group
          justify="space-between"
          align="flex-start"
          gap="sm"
          p={props.flush ? "lg" : 0}
          pb={props.flush ? "sm" : "md"}
        >
          <Stack gap={2} miw={0}>
            <Title order={2} size="h4">
              {props.title}
            </Title>
            {props.description ? (
              <Text size="sm" c="dimmed">
                {props.description}
              </Text>
            ) : null}
          </Stack>
          {props.actions}
        </Group>
      ) : null}
      {props.children}
    </Card>
  );
}
