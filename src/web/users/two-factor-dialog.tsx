import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toasts } from "#contract/messages.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { showToast } from "#web/ui/toast.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { CodeField, rejectInvalidCode } from "#web/auth/code-field.tsx";
import { isReauthenticationRequired, type Reauthentication } from "#web/auth/reauthentication.tsx";
import { fieldErrors } from "#web/auth/field-errors.ts";
import { QrCodeImage } from "./qr-code-image.tsx";

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

/** Sends the first code of the app; errors about the code are shown at its field. */
function useConfirmation(props: {
  withReauthentication: Reauthentication["withReauthentication"];
  onConfirmed: (backupCodes: readonly string[]) => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const fields = useTextFields({ code: "" });
  const confirm = useMutation(api.auth.confirmTwoFactor.mutationOptions());
  const submit = async () => {
    if (rejectInvalidCode(fields)) return;
    const { code } = fields.values;
    try {
      const { backupCodes } = await props.withReauthentication(() => confirm.mutateAsync({ code }));
      props.onConfirmed(backupCodes);
      void queryClient.invalidateQueries({ queryKey: api.auth.readTwoFactor.key() });
    } catch (error) {
      fields.reject(fieldErrors(error, ["code"], { wrong_code: "code", invalid_code: "code" }));
    }
  };
  const isShownAtField = ["wrong_code", "invalid_code"].includes(apiErrorCode(confirm.error) ?? "");
  const isFormError =
    confirm.isError && !isReauthenticationRequired(confirm.error) && !isShownAtField;
  const sentence = "Two-factor authentication could not be turned on. Please try again.";
  return {
    fields,
    submit,
    isSending: confirm.isPending,
    formError: isFormError ? apiErrorMessage(confirm.error, sentence) : null,
  };
}

function ConnectForm(props: {
  stage: ConnectStage;
  withReauthentication: Reauthentication["withReauthentication"];
  onClose: () => void;
  onConfirmed: (backupCodes: readonly string[]) => void;
}) {
  const { fields, submit, isSending, formError } = useConfirmation(props);
  const { secret, otpauthUri } = props.stage;
  return (
    <Form label="Enable two-factor authentication" onSubmit={submit}>
      <Text size="sm">
        Scan this code with an authenticator app, then enter the 6 digits that it shows.
      </Text>
      <Stack align="center" gap="sm">
        <QrCodeImage text={otpauthUri} label="QR code for your authenticator app" />

        <Text size="sm" c="dimmed">
          No camera? Type this secret into the app.
        </Text>
        <Group gap={4} justify="center">
          <Text size="sm" ff="monospace" ta="center" className="code-text">
            {groupsOfFour(secret)}
          </Text>
          <CopyButton
            value={secret}
            label="Copy secret"
            onFail={() => showToast({ ...toasts.copyFailed, kind: "destructive" })}
          />
        </Group>
      </Stack>
      {formError === null ? null : <FocusedAlert message={formError} />}
      <CodeField fields={fields} isInitialFocus />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={isSending} onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSending}>
          Enable
        </Button>
      </Group>
    </Form>
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
      message: "Two-factor authentication is enabled.",
      backupCodes,
    });
  const isShowingCodes = stage?.kind === "backupCodes";
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={isShowingCodes ? "Your backup codes" : "Enable two-factor authentication"}
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
