/** Says where letters arrive on a platform that sends none. */
import { Anchor, Text } from "@mantine/core";
import { usePublicSettings } from "#web/session.tsx";

/** A link to the sandbox's mailbox; nothing where letters really leave. */
export function MailboxHint() {
  const { hasSandboxMailbox } = usePublicSettings();
  if (!hasSandboxMailbox) return null;
  return (
    <Text size="sm">
      This is a sandbox: mail arrives in its{" "}
      <Anchor href="/sandbox/mail" target="_blank" rel="noreferrer" inherit>
        own mailbox
      </Anchor>
      .
    </Text>
  );
}
