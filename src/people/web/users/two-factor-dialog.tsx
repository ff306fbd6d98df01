import { Button, Group, Stack, Text, SimpleGrid } from "@mantine/core";
import { useApiClient } from "#people/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { CopyButton } from "#ui/web/hint.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { DialogForm, FormError, FocusedAlert } from "#ui/web/form.tsx";
import { CodeField, codeSchema, showInvalidCode } from "#people/web/auth/code-field.tsx";
import type { Reauthentication } from "#people/web/auth/reauthentication.tsx";
import { QrCodeImage } from "#ui/web/qr-code-image.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { brandSlug } from "#platform/rules/brand.ts";
import { hideToast, showToast } from "#ui/web/toast.tsx";
import { saveTextFile } from "#ui/web/save-file.ts";

/** The steps of the dialog: connecting an app, then showing the backup codes. */
export type TwoFactorStage =
  | { readonly kind: "connect"; readonly secret: string; readonly otpauthUri: string }
  | {
      readonly kind: "backupCodes";
      readonly message: string;
      readonly backupCodes: readonly string[];
    };

type ConnectStage = Extract<TwoFactorStage, { kind: "connect" }>;

/** The secret in groups of four characters, which are easier to type. */
function groupsOfFour(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, "$& ");
}

function ConnectForm(props: {
  stage: ConnectStage;
  withReauthentication: Reauthentication["withReauthentication"];
  onClose: () => void;
  onConfirmed: (backupCodes: readonly string[]) => void;
}) {
  const client = useApiClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema: codeSchema,
    initialValues: { code: "" },
    draft: null,
    startAt: "code",
    fieldOf: { wrong_code: "code", invalid_code: "code" },
    onSubmit: async (input) => {
      const { backupCodes } = await props.withReauthentication(() =>
        client.auth.confirmTwoFactor(input),
      );
      props.onConfirmed(backupCodes);
      refetch();
    },
    onInvalid: showInvalidCode,
  });
  const { secret, otpauthUri } = props.stage;
  return (
    <DialogForm
      form={form}
      label={t("security.twoFactor.enable")}
      submitLabel={t("security.enable")}
      onCancel={props.onClose}
      fallback={null}
    >
      <Text size="sm">{t("security.twoFactor.scan")}</Text>
      <Stack align="center" gap="sm">
        <QrCodeImage text={otpauthUri} label={t("security.twoFactor.qrCode")} />

        <Text size="sm" c="dimmed">
          {t("security.twoFactor.noCamera")}
        </Text>
        <Group gap={4} justify="center">
          <Text size="sm" ff="monospace" ta="center" className="code-text">
            {groupsOfFour(secret)}
          </Text>
          <CopyButton value={secret} label={t("security.twoFactor.copySecret")} />
        </Group>
      </Stack>
      <FormError form={form} fallback={t("security.twoFactor.enableFailed")} />
      <CodeField field={form.field("code")} />
    </DialogForm>
  );
}

/** @param isBusy keeps the dialog open while the reauthentication dialog is open above it. */
export function TwoFactorDialog(props: {
  isOpen: boolean;
  isBusy: boolean;
  stage: TwoFactorStage | null;
  onStage: (stage: TwoFactorStage) => void;
  withReauthentication: Reauthentication["withReauthentication"];
  onClose: () => void;
}) {
  const { stage } = props;
  const showBackupCodes = (backupCodes: readonly string[]) =>
    props.onStage({
      kind: "backupCodes",
      message: t("security.twoFactor.enabled"),
      backupCodes,
    });
  const isShowingCodes = stage?.kind === "backupCodes";
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t(isShowingCodes ? "security.backupCodes.title" : "security.twoFactor.enable")}
      isBusy={props.isBusy || isShowingCodes}
    >
      {stage?.kind === "connect" ? (
        <ConnectForm
          stage={stage}
          withReauthentication={props.withReauthentication}
          onClose={props.onClose}
          onConfirmed={showBackupCodes}
        />
      ) : null}
      {stage?.kind === "backupCodes" ? (
        <BackupCodes message={stage.message} codes={stage.backupCodes} onDone={props.onClose} />
      ) : null}
    </Dialog>
  );
}

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
