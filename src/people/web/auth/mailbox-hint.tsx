import { Anchor, Text } from "@mantine/core";
import { usePublicSettings } from "#ui/web/session.tsx";
import { RichText } from "./messages.ts";

/** A link to the sandbox mailbox; renders nothing when emails are really sent. */
export function MailboxHint() {
  const { hasSandboxMailbox } = usePublicSettings();
  if (!hasSandboxMailbox) return null;
  return (
    <Text size="sm">
      <RichText
        id="auth.sandboxMailbox"
        components={{
          link: <Anchor href="/sandbox/mail" target="_blank" rel="noreferrer" inherit />,
        }}
      />
    </Text>
  );
}
