import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type ReactNode, type Ref } from "react";
import { useApi, useApiClient } from "#people/web/api.ts";
import { NotLoaded } from "#ui/web/states.tsx";
import { laterPart, LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { useAction, useRefetched } from "#ui/web/action.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { useReauthentication, type Reauthentication } from "#people/web/auth/reauthentication.tsx";
import type { TwoFactorStage } from "./two-factor-dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Elements } from "#ui/web/elements.ts";

const PasswordDialog = lazyPart(
  async () => (await import("#people/web/auth/password-dialog.tsx")).PasswordDialog,
);

const SessionsDialog = laterPart(
  async () => (await import("./sessions-dialog.tsx")).SessionsDialog,
);

const TwoFactorDialog = laterPart(
  async () => (await import("./two-factor-dialog.tsx")).TwoFactorDialog,
);

/**
 * One setting: its description on the left, its action on the right.
 * @param focusRef for moving the focus here when the focused element is removed.
 */
function SettingRow(props: {
  title: string;
  description: ReactNode;
  focusRef?: Ref<HTMLDivElement>;
  children: Elements;
}) {
  const { title, description, focusRef, children } = props;
  return (
    <Group
      ref={focusRef}
      tabIndex={focusRef ? -1 : undefined}
      justify="space-between"
      align="flex-start"
      gap="md"
    >
      <Stack gap={2} flex="1 1 16rem">
        <Text fw={600}>{title}</Text>
        <Text component="div" size="sm" c="dimmed">
          {description}
        </Text>
      </Stack>
      {children}
    </Group>
  );
}

/** The two-factor dialog: opened to connect an app, or to show new backup codes. */
function useTwoFactorDialog({ withReauthentication }: Reauthentication) {
  const client = useApiClient();
  const [stage, setStage] = useState<TwoFactorStage | null>(null);
  const [isOpen, setOpen] = useState(false);
  const begin = useAction(
    {
      mutationFn: async (kind: TwoFactorStage["kind"]): Promise<TwoFactorStage> => {
        if (kind === "connect") {
          const { secret, otpauthUri } = await withReauthentication(() =>
            client.auth.startTwoFactor({}),
          );
          return { kind, secret, otpauthUri };
        }
        const { backupCodes } = await withReauthentication(() => client.auth.renewBackupCodes({}));
        return { kind, message: t("security.backupCodes.replaced"), backupCodes };
      },
    },
    {
      done: (next) => {
        setStage(next);
        setOpen(true);
        return null;
      },
      hint: t("security.somethingWrong"),
    },
  );
  return { stage, setStage, isOpen, close: () => setOpen(false), begin };
}

function EnabledDescription(props: {
  backupCodesLeft: number;
  onRenew: () => void;
  onTurnOff: () => void;
}) {
  return (
    <>
      <span>{t("security.twoFactor.codesLeft", { count: props.backupCodesLeft })}</span>
      <Group gap="md" mt={6}>
        <Anchor component="button" type="button" size="sm" onClick={props.onRenew}>
          {t("security.backupCodes.new")}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={props.onTurnOff}>
          {t("security.turnOff")}
        </Anchor>
      </Group>
    </>
  );
}

/** The setting of two-factor authentication, with its dialogs. */
export function TwoFactorSetting() {
  const api = useApi();
  const client = useApiClient();
  const refetched = useRefetched();
  const reauthentication = useReauthentication();
  const dialog = useTwoFactorDialog(reauthentication);
  const [isTurningOff, setTurningOff] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const query = useQuery(api.auth.readTwoFactor.queryOptions({ input: {} }));
  const { data } = query;
  if (!data) {
    return (
      <NotLoaded query={query} failure={{ title: t("security.twoFactor.notLoaded") }} lines={2} />
    );
  }
  const turnOff = async (password: string) => {
    await client.auth.disableTwoFactor({ password });
    showToast({
      title: t("security.twoFactor.turnedOff"),
      kind: "success",
      place: "security",
    });
    await refetched();
    setTurningOff(false);
    row.current?.focus();
  };
  const closeDialog = () => {
    dialog.close();
    // The button that opened the dialog may be disabled now and cannot take the focus back.
    row.current?.focus();
  };
  return (
    <>
      <SettingRow
        focusRef={row}
        title={t("security.twoFactor.title")}
        description={
          data.isEnabled ? (
            <EnabledDescription
              backupCodesLeft={data.backupCodesLeft}
              onRenew={() => void dialog.begin.run("backupCodes")}
              onTurnOff={() => setTurningOff(true)}
            />
          ) : (
            t("security.twoFactor.explanation")
          )
        }
      >
        <Button
          variant={data.isEnabled ? "default" : "filled"}
          disabled={data.isEnabled}
          loading={!data.isEnabled && dialog.begin.isRunning}
          onClick={() => void dialog.begin.run("connect")}
        >
          {t(data.isEnabled ? "common.enabled" : "security.enable")}
        </Button>
      </SettingRow>
      <TwoFactorDialog
        isWanted={dialog.isOpen}
        isOpen={dialog.isOpen}
        isBusy={reauthentication.isReauthenticating}
        stage={dialog.stage}
        onStage={dialog.setStage}
        withReauthentication={reauthentication.withReauthentication}
        onClose={closeDialog}
      />
      <LazyPart isWanted={isTurningOff}>
        <PasswordDialog
          isOpen={isTurningOff}
          onClose={() => setTurningOff(false)}
          title={t("security.twoFactor.turnOff")}
          confirmLabel={t("security.turnOff")}
          isDestructive
          errorSentence={t("security.twoFactor.turnOffFailed")}
          onConfirm={turnOff}
        >
          {t("security.twoFactor.turnOffExplanation")}
        </PasswordDialog>
      </LazyPart>
      {reauthentication.reauthenticationDialog}
    </>
  );
}

export function AccountSecurityCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title={t("security.accountSecurity")}>
      <Stack gap="lg">
        <TwoFactorSetting />
        <SettingRow
          title={t("security.sessions.title")}
          description={t("security.sessions.description")}
        >
          <Button variant="default" onClick={() => setOpen(true)}>
            {t("security.sessions.view")}
          </Button>
        </SettingRow>
      </Stack>
      <SessionsDialog isWanted={isOpen} isOpen={isOpen} onClose={() => setOpen(false)} />
    </SectionCard>
  );
}

const ResetRequestDialog = laterPart(
  async () => (await import("#people/web/auth/reset-request-dialog.tsx")).ResetRequestDialog,
);

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
      <ResetRequestDialog
        isWanted={isOpen}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        email={props.email}
      />
    </SectionCard>
  );
}
