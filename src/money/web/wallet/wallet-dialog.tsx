import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import CircleCheck from "lucide-react/icons/circle-check";
import CloudOff from "lucide-react/icons/cloud-off";
import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import { Dialog } from "#ui/web/dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Elements } from "#ui/web/elements.ts";

export type WalletDialogState = "none" | "processing" | "verifying" | "unreachable" | "added";

const titles = {
  processing: "wallet.dialog.processing",
  verifying: "wallet.dialog.verifying",
  unreachable: "wallet.dialog.unreachable",
  added: "wallet.dialog.added",
} as const satisfies Record<Exclude<WalletDialogState, "none">, string>;

function DialogStep(props: { icon: Elements; children: Elements; actions?: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The dialog moves the focus only when it opens, not between its steps.
    step.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, []);
  return (
    <Stack ref={step} align="center" gap="md" ta="center" py="md" aria-live="polite">
      {props.icon}
      {props.children}
      {props.actions ? (
        <Group gap="sm" justify="center" mt="xs">
          {props.actions}
        </Group>
      ) : null}
    </Stack>
  );
}

function Waiting(props: { sentence: string; note: string }) {
  return (
    <DialogStep icon={<Loader size="lg" />}>
      <Text fw={600}>{props.sentence}</Text>
      <Text size="sm" c="dimmed">
        {props.note}
      </Text>
    </DialogStep>
  );
}

function Added(props: { message: string; onClose: () => void }) {
  return (
    <DialogStep
      icon={
        <Text span c="var(--mantine-color-success)" lh={0}>
          <CircleCheck size={48} strokeWidth={1.6} aria-hidden="true" />
        </Text>
      }
      actions={
        <>
          <Button
            component={Link}
            to="/dashboard/wallet?tab=history"
            variant="default"
            onClick={props.onClose}
          >
            {t("common.viewHistory")}
          </Button>
          <Button data-autofocus onClick={props.onClose}>
            {t("wallet.dialog.done")}
          </Button>
        </>
      }
    >
      <Text fw={600} fz="lg" className="figures" style={{ whiteSpace: "normal" }}>
        {props.message}
      </Text>
      <Text size="sm" c="dimmed">
        {t("wallet.dialog.addedNote")}
      </Text>
    </DialogStep>
  );
}

function Unreachable(props: { onRetry: () => void; onClose: () => void }) {
  return (
    <DialogStep
      icon={
        <Text span c="var(--mantine-color-error)" lh={0}>
          <CloudOff size={44} strokeWidth={1.6} aria-hidden="true" />
        </Text>
      }
      actions={
        <>
          <Button variant="default" onClick={props.onClose}>
            {t("common.close")}
          </Button>
          <Button data-autofocus onClick={props.onRetry}>
            {t("common.tryAgain")}
          </Button>
        </>
      }
    >
      <Text fw={600}>{t("wallet.dialog.unreachableText")}</Text>
      <Text size="sm" c="dimmed">
        {t("wallet.dialog.unreachableNote")}
      </Text>
    </DialogStep>
  );
}

/** The state of a deposit. It cannot be closed while the checkout is being opened. */
export function WalletDialog(props: {
  state: WalletDialogState;
  message: string;
  onRetry: () => void;
  onClose: () => void;
}) {
  const { state } = props;
  return (
    <Dialog
      isOpen={state !== "none"}
      onClose={props.onClose}
      title={state === "none" ? "" : t(titles[state])}
      size="sm"
      isBusy={state === "processing"}
    >
      {state === "processing" ? (
        <Waiting sentence={t("wallet.dialog.opening")} note={t("wallet.dialog.openingNote")} />
      ) : null}
      {state === "verifying" ? (
        <Waiting
          sentence={t("wallet.dialog.confirming")}
          note={t("wallet.dialog.confirmingNote")}
        />
      ) : null}
      {state === "unreachable" ? (
        <Unreachable onRetry={props.onRetry} onClose={props.onClose} />
      ) : null}
      {state === "added" ? <Added message={props.message} onClose={props.onClose} /> : null}
    </Dialog>
  );
}
