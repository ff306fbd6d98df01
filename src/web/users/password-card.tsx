/** The card with which somebody who is signed in gets another password: by a link to their address. */
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { SectionCard } from "#web/ui/section-card.tsx";
import { ResetRequestDialog } from "#web/auth/reset-request-dialog.tsx";

/** @param email the address of the own account. */
export function PasswordCard(props: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title="Password">
      <Group justify="space-between" align="flex-start" gap="md">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          We send a link to your email with which you choose a new one. All your devices are logged
          out then.
        </Text>
        <Button variant="default" onClick={() => setOpen(true)}>
          Change password
        </Button>
      </Group>
      <ResetRequestDialog isOpen={isOpen} onClose={() => setOpen(false)} email={props.email} />
    </SectionCard>
  );
}
