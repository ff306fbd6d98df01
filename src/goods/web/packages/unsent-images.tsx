import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { t } from "#ui/web/i18n/messages.tsx";
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
      title={t("package-details.imagesNotUploaded", { count: unsent.length })}
    >
      <Stack gap="sm">
        <Text size="sm">{t("package-details.imagesNotUploadedText")}</Text>
        <List size="sm">
          {unsent.map(({ name, reason }, index) => (
            <List.Item key={`${index} ${name}`}>
              {t("package-details.fileAndReason", { name, reason })}
            </List.Item>
          ))}
        </List>
        <Group gap="sm">
          <Button loading={props.isSending} onClick={props.onRetry}>
            {t("package-details.uploadAgain")}
          </Button>
          <Button variant="default" disabled={props.isSending} onClick={props.onSkip}>
            {t("package-details.continueWithout")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
