import { Progress, Stack, Text } from "@mantine/core";
import { t } from "#ui/web/i18n/messages.tsx";
import type { UploadProgress } from "./save-package.ts";

export function SendingProgress(props: { progress: UploadProgress }) {
  const { current, total, name } = props.progress;
  return (
    <Stack gap={6} role="status">
      <Progress
        value={((current - 1) / total) * 100}
        animated
        aria-label={t("package-details.imagesUploaded")}
      />
      <Text size="sm" c="dimmed" truncate>
        {t("package-details.uploadingImage", { current, total, name })}
      </Text>
    </Stack>
  );
}
