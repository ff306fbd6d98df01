import { Alert, Button, Stack, Text } from "@mantine/core";
import RotateCw from "lucide-react/icons/rotate-cw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { t } from "#ui/web/i18n/messages.tsx";

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
