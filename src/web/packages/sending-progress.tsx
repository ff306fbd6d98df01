import { Progress, Stack, Text } from "@mantine/core";
import type { UploadProgress } from "./save-package.ts";

export function SendingProgress(props: { progress: UploadProgress }) {
  const { current, total, name } = props.progress;
  return (
    <Stack gap={6} role="status">
      <Progress value={((current - 1) / total) * 100} animated aria-label="Images uploaded" />
      <Text size="sm" c="dimmed" truncate>
        {`Uploading image ${current} of ${total}: ${name}`}
      </Text>
    </Stack>
  );
}
