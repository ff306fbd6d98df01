import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredPassword } from "#ui/web/field-rules.ts";
import { DialogForm, FormError } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { PasswordField } from "./auth-fields.tsx";

const schema = z.object({ password: requiredPassword(() => t("fields.passwordMissing")) });

type PasswordFormProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isDestructive?: boolean;
  /** Shown when the error has no message of its own. */
  readonly errorSentence: string;
  readonly onClose: () => void;
  /** Called with the password; a rejection is shown in the dialog. */
  readonly onConfirm: (password: string) => Promise<void>;
};

/** The password form without the dialog, for dialogs with more content. */
export function PasswordForm(props: PasswordFormProps) {
  const form = useAppForm({
    schema,
    initialValues: { password: "" },
    draft: null,
    // The form is lazy, so it can appear after the dialog has set its initial focus.
    startAt: "password",
    fieldOf: { wrong_password: "password", missing_information: "password" },
    onSubmit: ({ password }) => props.onConfirm(password),
  });
  return (
    <DialogForm
      form={form}
      label={props.title}
      submitLabel={props.confirmLabel}
      onCancel={props.onClose}
      {...(props.isDestructive ? { color: "red" } : {})}
      fallback={null}
    >
      <Text component="div" size="sm">
        {props.children}
      </Text>
      <FormError form={form} fallback={props.errorSentence} />
      <PasswordField
        field={form.field("password")}
        label={t("common.password")}
        purpose="current"
      />
    </DialogForm>
  );
}

export function PasswordDialog(props: PasswordFormProps & { isOpen: boolean }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      size="sm"
      staysOnClickOutside
    >
      <PasswordForm {...props} />
    </Dialog>
  );
}

/** Asks for the password before an action that needs it again. */
export function ReauthenticationPasswordDialog(
  props: Pick<PasswordFormProps, "onClose" | "onConfirm"> & { isOpen: boolean },
) {
  return (
    <PasswordDialog
      {...props}
      title={t("auth.confirmItsYou")}
      confirmLabel={t("auth.confirm")}
      errorSentence={t("auth.passwordNotChecked")}
    >
      {t("auth.reauthenticate")}
    </PasswordDialog>
  );
}
