/** The card that holds one matter of a screen: an optional head, then its content. */
import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * A titled section of a screen.
 * @param title second-level heading of the section; leave out where the content speaks for itself.
 * @param actions what can be done with the whole section, on the right of its title.
 * @param flush lets the content (a table) reach the card's edges.
 */
export function SectionCard(props: {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
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
