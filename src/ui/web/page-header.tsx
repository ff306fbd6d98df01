import { Group, Stack, Text, Title, Button } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { brandName } from "#platform/rules/brand.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "react-router";

/**
 * The first-level heading of a page, which is also the title of the browser tab.
 * @param props.actions buttons on the right, below the title on a phone.
 * @param props.above shown above the title, such as a back link.
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
          {/* Chinese breaks at a blank, not within a word, where that fits. */}
          <Title order={1} size="h2" style={{ wordBreak: "keep-all", overflowWrap: "anywhere" }}>
            {props.title}
          </Title>
          {props.description ? <Text c="dimmed">{props.description}</Text> : null}
        </Stack>
        {props.actions ? <Group gap="sm">{props.actions}</Group> : null}
      </Group>
    </Stack>
  );
}

/** A button above a page's title, such as "Back to Dashboard". */
export function BackLink(props: { to: string; label: string }) {
  return (
    <Button
      component={Link}
      to={props.to}
      variant="subtle"
      color="gray"
      size="compact-sm"
      ml={-8}
      c="dimmed"
      leftSection={<ArrowLeft size={16} />}
    >
      {props.label}
    </Button>
  );
}
