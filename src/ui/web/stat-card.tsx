import { Card, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Elements } from "./elements.ts";

/**
 * One figure in large tabular digits.
 * @param props.value `undefined` shows a placeholder of the same height.
 */
export function StatCard(props: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  icon?: Elements;
  actions?: ReactNode;
}) {
  return (
    <Card>
      <Stack gap="xs" h="100%">
        <Group justify="space-between" wrap="nowrap" c="dimmed">
          <Text size="sm" fw={500}>
            {props.label}
          </Text>
          {props.icon}
        </Group>
        {props.value === undefined ? (
          <Skeleton h={36} w="55%" my={2} />
        ) : (
          <Text component="p" fz="2rem" fw={600} lh="2.5rem" m={0} className="figures tight">
            {props.value}
          </Text>
        )}
        {props.note ? (
          <Text size="sm" c="dimmed">
            {props.note}
          </Text>
        ) : null}
        {props.actions ? (
          <Group gap="sm" mt="auto" pt="sm">
            {props.actions}
          </Group>
        ) : null}
      </Stack>
    </Card>
  );
}
