import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { SectionCard } from "#web/ui/section-card.tsx";
import { AfterFirstInput } from "#web/ui/after-first-input.tsx";
import { lazyComponent } from "#web/ui/lazy-component.ts";

const ResetRequestDialog = lazyComponent(async () => {
  const { ResetRequestDialog: dialog } = await import("#web/auth/reset-request-dialog.tsx");
  return dialog;
});

/** Changes the password by a link to `email`, the address of the account. */
export function PasswordCard(props: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title="Password">
      <Group justify="space-between" align="flex-start" gap="md">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          We will email you a link to choose a new password. You will then be logged out on all
          devices.
        </Text>
        <Button variant="default" onClick={() => setOpen(true)}>
          Change password
        </Button>
      </Group>
      <AfterFirstInput isNeeded={isOpen}>
        <ResetRequestDialog isOpen={isOpen} onClose={() => setOpen(false)} email={props.email} />
      </AfterFirstInput>
    </SectionCard>
  );
}
