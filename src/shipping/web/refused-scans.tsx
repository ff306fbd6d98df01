import { Alert, List } from "@mantine/core";
import { useState } from "react";
import { Code } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

export type RefusedScan = { readonly scan: string; readonly message: string };

const mostShown = 20;

/**
 * What was scanned and refused, each until the same is scanned again or somebody has dismissed all: of several scans ahead
 * the last one says nothing of those before it.
 */
export function useRefusedScans() {
  const [refused, setRefused] = useState<readonly RefusedScan[]>([]);
  const settle = (scan: string) => setRefused((all) => all.filter((one) => one.scan !== scan));
  const refuse = (added: RefusedScan) =>
    setRefused((all) => [...all.filter((one) => one.scan !== added.scan), added].slice(-mostShown));
  return { refused, refuse, settle, dismiss: () => setRefused([]) };
}

/** Refused scans with the reason of each; nothing without any. */
export function RefusedScans(props: {
  title: string;
  refused: readonly RefusedScan[];
  onDismiss: () => void;
}) {
  const { title, refused, onDismiss } = props;
  if (refused.length === 0) return null;
  return (
    <Alert
      role="alert"
      color="red"
      title={title}
      withCloseButton
      closeButtonLabel={t("ui.dismiss")}
      onClose={onDismiss}
    >
      <List size="sm">
        {refused.map(({ scan, message }) => (
          <List.Item key={scan}>
            <Code>{scan}</Code> <span>{message}</span>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
