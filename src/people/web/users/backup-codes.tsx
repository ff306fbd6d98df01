import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { brandSlug } from "#platform/rules/brand.ts";
import { FocusedAlert } from "#ui/web/focused-alert.tsx";
import { hideToast, showToast } from "#ui/web/toast.tsx";
import { saveTextFile } from "#ui/web/save-text-file.ts";
import { t, toastText } from "./security-messages.ts";

/** @param message shown above the codes, such as that two-factor is enabled. */
export function BackupCodes(props: {
  message: string;
  codes: readonly string[];
  onDone: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const text = `${props.codes.join("\n")}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      hideToast("copy");
      setCopied(true);
    } catch {
      showToast({ ...toastText("copyFailed"), kind: "destructive", place: "copy" });
    }
  };
  const download = () =>
    saveTextFile({
      fileName: `${brandSlug}-backup-codes.txt`,
      contentType: "text/plain; charset=utf-8",
      content: text,
    });
  return (
    <Stack gap="md">
      <FocusedAlert kind="success" message={props.message} />
      <Text size="sm">{t("security.backupCodes.explanation")}</Text>
      <SimpleGrid component="ul" cols={2} spacing="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {props.codes.map((code) => (
          <Text component="li" key={code} ff="monospace" ta="center" className="code-text">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <Button variant="default" leftSection={<Copy size={16} />} onClick={() => void copy()}>
          {t(isCopied ? "common.copied" : "security.backupCodes.copy")}
        </Button>
        <Button variant="default" leftSection={<Download size={16} />} onClick={download}>
          {t("security.backupCodes.download")}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={props.onDone}>{t("security.backupCodes.done")}</Button>
      </Group>
    </Stack>
  );
}
