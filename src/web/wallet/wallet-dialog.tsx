import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import CircleCheck from "lucide-react/icons/circle-check";
import CloudOff from "lucide-react/icons/cloud-off";
import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import { Dialog } from "#web/ui/dialog.tsx";

export type WalletDialogState = "none" | "processing" | "verifying" | "unreachable" | "added";

const titles: Readonly<Record<WalletDialogState, string>> = {
  none: "",
  processing: "Processing your deposit",
  verifying: "Verifying your deposit",
  unreachable: "Your deposit is not verified yet",
  added: "Deposit successful",
};

function DialogStep(props: { icon: ReactNode; children: ReactNode; actions?: ReactNode }) {
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
            View History
          </Button>
          <Button data-autofocus onClick={props.onClose}>
            Done
          </Button>
        </>
      }
    >
      <Text fw={600} fz="lg" className="figures" style={{ whiteSpace: "normal" }}>
        {props.message}
      </Text>
      <Text size="sm" c="dimmed">
        The funds are available now.
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
            Close
          </Button>
          <Button data-autofocus onClick={props.onRetry}>
            Try again
          </Button>
        </>
      }
    >
      <Text fw={600}>We could not reach the server to verify your deposit.</Text>
      <Text size="sm" c="dimmed">
        If you have paid, the amount is added as soon as the payment is confirmed, even if you close
        this page.
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
      title={titles[state]}
      size="sm"
      isBusy={state === "processing"}
    >
      {state === "processing" ? (
        <Waiting
          sentence="Opening the secure checkout..."
          note="After paying on our payment provider's page, you return here."
        />
      ) : null}
      {state === "verifying" ? (
        <Waiting
          sentence="Confirming your payment..."
          note="This usually takes a second. You will not be charged twice."
        />
      ) : null}
      {state === "unreachable" ? (
        <Unreachable onRetry={props.onRetry} onClose={props.onClose} />
      ) : null}
      {state === "added" ? <Added message={props.message} onClose={props.onClose} /> : null}
    </Dialog>
  );
}
