import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
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
      title={
        unsent.length === 1
          ? "1 image was not uploaded"
          : `${unsent.length} images were not uploaded`
      }
    >
      <Stack gap="sm">
        <Text size="sm">Your package was added, but these images were not uploaded:</Text>
        <List size="sm">
          {unsent.map(({ name, reason }, index) => (
            <List.Item key={`${index} ${name}`}>
              {name}: {reason}
            </List.Item>
          ))}
        </List>
        <Group gap="sm">
          <Button loading={props.isSending} onClick={props.onRetry}>
            Upload again
          </Button>
          <Button variant="default" disabled={props.isSending} onClick={props.onSkip}>
            Continue without them
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
