import { Card, Center, Loader, Skeleton, Stack } from "@mantine/core";
import { t } from "#ui/web/i18n/messages.tsx";

/** A spinner in the middle of the page, announced to screen readers. */
export function PageLoader(props: { label?: string }) {
  return (
    <Center mih="70vh" role="status" aria-label={props.label ?? t("common.loading")}>
      <Loader size="lg" />
    </Center>
  );
}

/** Placeholders for lines of text. */
export function LoadingLines(props: { lines?: number; label?: string }) {
  const lines = props.lines ?? 3;
  return (
    <Stack gap="sm" role="status" aria-label={props.label ?? t("common.loading")} data-placeholder>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} h={14} w={line === lines - 1 && lines > 1 ? "60%" : "100%"} />
      ))}
    </Stack>
  );
}

/** A placeholder for a card. */
export function LoadingCard(props: { lines?: number; label?: string }) {
  return (
    <Card>
      <LoadingLines {...props} />
    </Card>
  );
}
