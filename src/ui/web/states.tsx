import { Group, Stack, Text, Alert, Button } from "@mantine/core";
import type { ReactNode } from "react";
import RotateCw from "lucide-react/icons/rotate-cw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { t } from "./i18n/messages.tsx";
import { LoadingCard, LoadingLines } from "./loading-state.tsx";

/**
 * Shown where a list has no rows.
 * @param props.icon a decorative lucide icon.
 * @param props.actions such as a button that clears the filters.
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

/**
 * An alert in place of content that could not be loaded.
 * @param props.onRetry without it no button is shown.
 * @param props.retryLabel the text of the button.
 */
export function ErrorState(props: {
  title: string;
  description?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  isRetrying?: boolean;
}) {
  return (
    <Alert color="red" icon={<TriangleAlert size={18} />} title={props.title}>
      <Stack gap="sm" align="flex-start">
        {props.description ? <Text size="sm">{props.description}</Text> : null}
        {props.onRetry ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<RotateCw size={14} />}
            loading={props.isRetrying ?? false}
            onClick={props.onRetry}
          >
            {props.retryLabel ?? t("common.tryAgain")}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}

/**
 * In place of data that is not there yet: placeholders or, after a failure, an alert with a retry.
 * @param props.isCard where the data are cards of their own
 */
export function NotLoaded(props: {
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  failure: { title: string; description?: ReactNode };
  lines: number;
  label?: string;
  isCard?: boolean;
}) {
  const { query, failure, isCard = false, ...placeholders } = props;
  if (!query.isError)
    return isCard ? <LoadingCard {...placeholders} /> : <LoadingLines {...placeholders} />;
  return (
    <ErrorState {...failure} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  );
}
