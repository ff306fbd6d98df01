import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { t } from "./messages.ts";
import type { PendingUploads } from "./save-package.ts";

export function UnsentImages(props: {
  pending: PendingUploads;
  isSending: boolean;
  onRetry: () => void;
  onSkip: () => void;
}) {
  const { unsent } = props.pending;
  return (
    <Alert
      color="yellow"
      role="alert"
      title={t("packages.imagesNotUploaded", { count: unsent.length })}
    >
      <Stack gap="sm">
        <Text size="sm">{t("packages.imagesNotUploadedText")}</Text>
        <List size="sm">
          {unsent.map(({ name, reason }, index) => (
            <List.Item key={`${index} ${name}`}>
              {t("packages.fileAndReason", { name, reason })}
            </List.Item>
          ))}
        </List>
        <Group gap="sm">
          <Button loading={props.isSending} onClick={props.onRetry}>
            {t("packages.uploadAgain")}
          </Button>
          <Button variant="default" disabled={props.isSending} onClick={props.onSkip}>
            {t("packages.continueWithout")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
