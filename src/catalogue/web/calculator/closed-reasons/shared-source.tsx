import { Text } from "@mantine/core";
import { sharedSourceText, type ReasonSource } from "./closed-reason-text.ts";

/** The source of what a list says of its services, where it is the same for all. */
export function SharedSource({ shared }: { shared: ReasonSource | null }) {
  if (shared === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {sharedSourceText(shared)}
    </Text>
  );
}
