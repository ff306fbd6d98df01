import { Button, Group, Text } from "@mantine/core";
import { lazy, useState } from "react";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "./security-messages.ts";

const ResetRequestDialog = lazy(async () => ({
  default: (await import("#people/web/auth/reset-request-dialog.tsx")).ResetRequestDialog,
}));

/** Changes the password by a link to `email`, the address of the account. */
export function PasswordCard(props: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title={t("common.password")}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          {t("security.passwordLink")}
        </Text>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t("security.changePassword")}
        </Button>
      </Group>
      <LazyPart isWanted={isOpen}>
        <ResetRequestDialog isOpen={isOpen} onClose={() => setOpen(false)} email={props.email} />
      </LazyPart>
    </SectionCard>
  );
}
