/** The backup codes, shown this once, with ways to keep them. */
import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { toasts } from "#contract/messages.ts";
import { brandName } from "#core/brand.ts";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { saveFile } from "./save-file.ts";

/** @param told what has just happened. */
export function BackupCodes(props: {
  notified: string;
  codes: readonly string[];
  onDone: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const text = `${props.codes.join("\n")}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showToast({ ...toasts.copyFailed, kind: "destructive" });
    }
  };
  const download = () =>
    saveFile({
      fileName: `${brandName.toLowerCase()}-backup-codes.txt`,
      contentType: "text/plain; charset=utf-8",
      content: text,
    });
  return (
    <Stack gap="md">
      <FocusedAlert kind="success" message={props.notified} />
      <Text size="sm">
        Keep these backup codes in a safe place. Each signs you in once when you do not have your
        phone. They are not shown again.
      </Text>
      <SimpleGrid component="ul" cols={2} spacing="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {props.codes.map((code) => (
          <Text component="li" key={code} ff="monospace" ta="center" className="code-text">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <Button variant="default" leftSection={<Copy size={16} />} onClick={() => void copy()}>
          {isCopied ? "Copied" : "Copy codes"}
        </Button>
        <Button variant="default" leftSection={<Download size={16} />} onClick={download}>
          Download codes
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={props.onDone}>I have kept them</Button>
      </Group>
    </Stack>
  );
}
