/** The card of the settings on how the account is kept safe: two-factor and the open sessions. */
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type ReactNode, type Ref } from "react";
import { apiErrorMessage, useApi, useApiClient } from "#web/api.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { lazyComponent } from "#web/ui/lazy-component.ts";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { AfterFirstInput } from "#web/ui/after-first-input.tsx";
import {
  isReauthenticationRequired,
  useReauthentication,
  type Reauthentication,
} from "#web/auth/reauthentication.tsx";
import type { TwoFactorStage } from "./two-factor-dialog.tsx";

const PasswordDialog = lazyComponent(async () => {
  const { PasswordDialog: dialog } = await import("#web/auth/password-dialog.tsx");
  return dialog;
});

const SessionsDialog = lazyComponent(async () => {
  const { SessionsDialog: dialog } = await import("./sessions-dialog.tsx");
  return dialog;
});

const TwoFactorDialog = lazyComponent(async () => {
  const { TwoFactorDialog: dialog } = await import("./two-factor-dialog.tsx");
  return dialog;
});

/**
 * One matter of the card: what it is on the left, what can be done on the right.
 * @param spot takes the keyboard where what had it is gone.
 */
function Matter(props: {
  title: string;
  note: ReactNode;
  spot?: Ref<HTMLDivElement>;
  children: ReactNode;
}) {
  const { title, note, spot, children } = props;
  return (
    <Group
      ref={spot}
      tabIndex={spot ? -1 : undefined}
      justify="space-between"
      align="flex-start"
      gap="md"
    >
      <Stack gap={2} flex="1 1 16rem">
        <Text fw={600}>{title}</Text>
        <Text component="div" size="sm" c="dimmed">
          {note}
        </Text>
      </Stack>
      {children}
    </Group>
  );
}

function showFailure(error: unknown): void {
  if (isReauthenticationRequired(error)) return;
  const title = apiErrorMessage(error, "That did not work. Please try again.");
  showToast({ title, kind: "destructive" });
}

/** Opens the dialog with an app to connect or with new codes to keep. */
function useTwoFactorStages({ withReauthentication }: Reauthentication) {
  const client = useApiClient();
  const api = useApi();
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<TwoFactorStage | null>(null);
  const [isOpen, setOpen] = useState(false);
  const begin = useMutation({
    mutationFn: async (kind: TwoFactorStage["kind"]): Promise<TwoFactorStage> => {
      if (kind === "connect") {
        const { secret, otpauthUri } = await withReauthentication(() =>
          client.auth.startTwoFactor({}),
        );
        return { kind, secret, otpauthUri };
      }
      const { backupCodes } = await withReauthentication(() => client.auth.renewBackupCodes({}));
      return { kind, notified: "The earlier codes do not work any more.", backupCodes };
    },
    onSuccess: (next) => {
      setStage(next);
      setOpen(true);
    },
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.auth.readTwoFactor.key() }),
  });
  return { stage, setStage, isOpen, close: () => setOpen(false), begin };
}

function EnabledNote(props: {
  backupCodesLeft: number;
  onRenew: () => void;
  onTurnOff: () => void;
}) {
  const { backupCodesLeft } = props;
  return (
    <>
      Signing in asks for a code from your authenticator app. {backupCodesLeft} backup{" "}
      {backupCodesLeft === 1 ? "code is" : "codes are"} left.
      <Group gap="md" mt={6}>
        <Anchor component="button" type="button" size="sm" onClick={props.onRenew}>
          New backup codes
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={props.onTurnOff}>
          Turn off
        </Anchor>
      </Group>
    </>
  );
}

function TwoFactor() {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const reauthentication = useReauthentication();
  const stages = useTwoFactorStages(reauthentication);
  const [isTurningOff, setTurningOff] = useState(false);
  const spot = useRef<HTMLDivElement>(null);
  const { data, isPending, isFetching, refetch } = useQuery(
    api.auth.readTwoFactor.queryOptions({ input: {} }),
  );
  if (isPending) return <LoadingLines lines={2} />;
  if (!data) {
    return (
      <ErrorState
        title="Two-factor authentication could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  const turnOff = async (password: string) => {
    await client.auth.disableTwoFactor({ password });
    showToast({ title: "Two-factor authentication turned off", kind: "success" });
    await queryClient.invalidateQueries({ queryKey: api.auth.readTwoFactor.key() });
    setTurningOff(false);
    spot.current?.focus();
  };
  const closeStages = () => {
    stages.close();
    // The button that opened them may be disabled by now, and could not have it back.
    spot.current?.focus();
  };
  return (
    <>
      <Matter
        spot={spot}
        title="Two-Factor Authentication"
        note={
          data.isEnabled ? (
            <EnabledNote
              backupCodesLeft={data.backupCodesLeft}
              onRenew={() => stages.begin.mutate("keep")}
              onTurnOff={() => setTurningOff(true)}
            />
          ) : (
            "Ask for a code from your phone as well when somebody signs in with your password."
          )
        }
      >
        <Button
          variant={data.isEnabled ? "default" : "filled"}
          disabled={data.isEnabled}
          loading={!data.isEnabled && stages.begin.isPending}
          onClick={() => stages.begin.mutate("connect")}
        >
          {data.isEnabled ? "Enabled" : "Enable"}
        </Button>
      </Matter>
      <AfterFirstInput isNeeded={stages.isOpen}>
        <TwoFactorDialog
          isOpen={stages.isOpen}
          isBusy={reauthentication.isAsking}
          stage={stages.stage}
          onStage={stages.setStage}
          withReauthentication={reauthentication.withReauthentication}
          onClose={closeStages}
        />
      </AfterFirstInput>
      <AfterFirstInput isNeeded={isTurningOff}>
        <PasswordDialog
          isOpen={isTurningOff}
          onClose={() => setTurningOff(false)}
          title="Turn off two-factor authentication"
          confirmLabel="Turn off"
          isDestructive
          failed="Two-factor authentication could not be turned off. Please try again."
          run={turnOff}
        >
          Signing in will then need your password alone, and your backup codes stop working.
        </PasswordDialog>
      </AfterFirstInput>
      {reauthentication.reauthenticationDialog}
    </>
  );
}

export function AccountSecurityCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title="Account Security">
      <Stack gap="lg">
        <TwoFactor />
        <Matter title="Sessions" note="Where you are signed in at the moment.">
          <Button variant="default" onClick={() => setOpen(true)}>
            View Sessions
          </Button>
        </Matter>
      </Stack>
      <AfterFirstInput isNeeded={isOpen}>
        <SessionsDialog isOpen={isOpen} onClose={() => setOpen(false)} />
      </AfterFirstInput>
    </SectionCard>
  );
}
