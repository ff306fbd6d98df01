/** Which images of a saved package did not arrive, and what can be done about it. */
import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import type { UnsentImages as Left } from "./save-package.ts";

export function UnsentImages(props: {
  left: Left;
  isSending: boolean;
  onRetry: () => void;
  onLeave: () => void;
}) {
  const { unsent } = props.left;
  return (
    <Alert
      color="yellow"
      role="alert"
      title={unsent.length === 1 ? "1 image was not sent" : `${unsent.length} images were not sent`}
    >
      <Stack gap="sm">
        <Text size="sm">Your package was added. These images can be sent again:</Text>
        <List size="sm">
          {unsent.map(({ name, reason }, place) => (
            <List.Item key={`${place} ${name}`}>
              {name}: {reason}
            </List.Item>
          ))}
        </List>
        <Group gap="sm">
          <Button loading={props.isSending} onClick={props.onRetry}>
            Send again
          </Button>
          <Button variant="default" disabled={props.isSending} onClick={props.onLeave}>
            Continue without them
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
