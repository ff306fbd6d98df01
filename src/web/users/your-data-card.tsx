import type { ExportPart } from "#core/account-export.ts";
import { optionsOf } from "#web/ui/options.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { lazy, useState } from "react";
import { apiErrorMessage, useApiClient } from "#web/api.tsx";
import { readerLocale } from "#web/ui/figures.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { hideToast, showToast } from "#web/ui/toast.tsx";
import { saveTextFile } from "./save-text-file.ts";

const CloseAccountDialog = lazy(async () => ({
  default: (await import("./close-account-dialog.tsx")).CloseAccountDialog,
}));

const exports = optionsOf<ExportPart>({
  everything: "Everything (JSON)",
  transactions: "Transactions (CSV)",
  packages: "Packages (CSV)",
});

export function YourDataCard() {
  const client = useApiClient();
  const [isClosing, setClosing] = useState(false);
  const exporting = useMutation({
    mutationFn: async (part: ExportPart) =>
      saveTextFile(
        await client.users.exportAccount({
          part,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          locale: readerLocale(),
        }),
      ),
    onMutate: () => hideToast("data download"),
    onError: (error) => {
      const title = apiErrorMessage(error, "Your data could not be downloaded. Please try again.");
      showToast({ title, kind: "destructive", place: "data download" });
    },
  });
  return (
    <SectionCard title="Your data" description="Download a copy of everything we store about you.">
      <Stack gap="lg">
        <Group gap="sm">
          {exports.map(({ value: part, label }) => (
            <Button
              key={part}
              variant="default"
              leftSection={<Download size={16} />}
              loading={exporting.isPending && exporting.variables === part}
              disabled={exporting.isPending}
              onClick={() => exporting.mutate(part)}
            >
              {label}
            </Button>
          ))}
        </Group>
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={2} flex="1 1 16rem">
            <Text fw={600}>Close account</Text>
            <Text size="sm" c="dimmed">
              This is permanent. We keep your transaction and package history without your name.
            </Text>
          </Stack>
          <Button variant="light" color="red" onClick={() => setClosing(true)}>
            Close account…
          </Button>
        </Group>
      </Stack>
      <LazyPart isWanted={isClosing}>
        <CloseAccountDialog isOpen={isClosing} onClose={() => setClosing(false)} />
      </LazyPart>
    </SectionCard>
  );
}
