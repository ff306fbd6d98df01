/** The card of the settings on what is held about a person: taking a copy, and leaving for good. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { apiErrorMessage, useApiClient } from "#web/api.tsx";
import { readerLocale } from "#web/ui/figures.tsx";
import { lazyComponent } from "#web/ui/lazy-component.ts";
import { SectionCard } from "#web/ui/section-card.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { AfterFirstInput } from "#web/ui/after-first-input.tsx";
import { saveFile } from "./save-file.ts";

const CloseAccountDialog = lazyComponent(async () => {
  const { CloseAccountDialog: dialog } = await import("./close-account-dialog.tsx");
  return dialog;
});

const parts = [
  { part: "everything", label: "Everything (JSON)" },
  { part: "transactions", label: "Transactions (CSV)" },
  { part: "packages", label: "Packages (CSV)" },
] as const;

type Part = (typeof parts)[number]["part"];

export function YourDataCard() {
  const client = useApiClient();
  const [isClosing, setClosing] = useState(false);
  const taking = useMutation({
    mutationFn: async (part: Part) =>
      saveFile(
        await client.users.exportAccount({
          part,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          locale: readerLocale(),
        }),
      ),
    onError: (error) => {
      const title = apiErrorMessage(error, "Your data could not be downloaded. Please try again.");
      showToast({ title, kind: "destructive" });
    },
  });
  return (
    <SectionCard title="Your data" description="A copy of everything we hold about you.">
      <Stack gap="lg">
        <Group gap="sm">
          {parts.map(({ part, label }) => (
            <Button
              key={part}
              variant="default"
              leftSection={<Download size={16} />}
              loading={taking.isPending && taking.variables === part}
              disabled={taking.isPending}
              onClick={() => taking.mutate(part)}
            >
              {label}
            </Button>
          ))}
        </Group>
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={2} flex="1 1 16rem">
            <Text fw={600}>Close account</Text>
            <Text size="sm" c="dimmed">
              For good. The history of money and packages stays with us, without your name.
            </Text>
          </Stack>
          <Button variant="light" color="red" onClick={() => setClosing(true)}>
            Close account…
          </Button>
        </Group>
      </Stack>
      <AfterFirstInput isNeeded={isClosing}>
        <CloseAccountDialog isOpen={isClosing} onClose={() => setClosing(false)} />
      </AfterFirstInput>
    </SectionCard>
  );
}
