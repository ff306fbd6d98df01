import { Anchor, Text } from "@mantine/core";
import { usePublicSettings } from "#web/session.tsx";

/** A link to the sandbox mailbox; renders nothing when emails are really sent. */
export function MailboxHint() {
  const { hasSandboxMailbox } = usePublicSettings();
  if (!hasSandboxMailbox) return null;
  return (
    <Text size="sm">
      This is a sandbox. Emails arrive in the{" "}
      <Anchor href="/sandbox/mail" target="_blank" rel="noreferrer" inherit>
        sandbox mailbox
      </Anchor>
      .
    </Text>
  );
}
