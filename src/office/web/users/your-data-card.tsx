import type { ExportPart } from "#office/rules/account-export.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useAction } from "#ui/web/action.ts";
import { useApiClient } from "#office/web/api.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { saveTextFile } from "#ui/web/save-file.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const CloseAccountDialog = laterPart(
  async () => (await import("./close-account-dialog.tsx")).CloseAccountDialog,
);

const parts = ["everything", "transactions", "packages"] as const satisfies readonly ExportPart[];

export function YourDataCard() {
  const client = useApiClient();
  const [isClosing, setClosing] = useState(false);
  const exporting = useAction(
    {
      mutationFn: async (part: ExportPart) =>
        saveTextFile(
          await client.users.exportAccount({
            part,
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            locale: readerLocale(),
          }),
        ),
    },
    { done: () => null, hint: t("users.data.downloadFailed") },
  );
  return (
    <SectionCard title={t("users.data.title")} description={t("users.data.description")}>
      <Stack gap="lg">
        <Group gap="sm">
          {parts.map((part) => (
            <Button
              key={part}
              variant="default"
              leftSection={<Download size={16} />}
              loading={exporting.input === part}
              disabled={exporting.isRunning}
              onClick={() => void exporting.run(part)}
            >
              {t(`users.export.${part}`)}
            </Button>
          ))}
        </Group>
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={2} flex="1 1 16rem">
            <Text fw={600}>{t("users.closing.title")}</Text>
            <Text size="sm" c="dimmed">
              {t("users.closing.permanent")}
            </Text>
          </Stack>
          <Button variant="light" color="red" onClick={() => setClosing(true)}>
            {t("users.closing.open")}
          </Button>
        </Group>
      </Stack>
      <CloseAccountDialog
        isWanted={isClosing}
        isOpen={isClosing}
        onClose={() => setClosing(false)}
      />
    </SectionCard>
  );
}
