import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { apiErrorCode, apiErrorMessage } from "#web/api.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { PasswordField } from "./password-field.tsx";
import { fieldErrors } from "./field-errors.ts";

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
  // The form is lazy, so it can appear after the dialog has set its initial focus.
  const fields = useTextFields({ password: "" }, "password");
  const confirmation = useMutation({ mutationFn: props.onConfirm });
  const submit = async () => {
    const { password } = fields.values;
    if (fields.reject(password === "" ? { password: "Please enter your password." } : {})) return;
    try {
      await confirmation.mutateAsync(password);
    } catch (error) {
      const fieldOf = { wrong_password: "password", missing_information: "password" } as const;
      fields.reject(fieldErrors(error, ["password"], fieldOf));
    }
  };
  const isShownAtField = ["wrong_password", "missing_information"].includes(
    apiErrorCode(confirmation.error) ?? "",
  );
  return (
    <Form label={props.title} onSubmit={submit}>
      <Text component="div" size="sm">
        {props.children}
      </Text>
      {confirmation.isError && !isShownAtField ? (
        <FocusedAlert message={apiErrorMessage(confirmation.error, props.errorSentence)} />
      ) : null}
      <PasswordField
        field={fields.field("password")}
        label="Password"
        purpose="current"
        isInitialFocus
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={confirmation.isPending} onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          {...(props.isDestructive ? { color: "red" } : {})}
          type="submit"
          loading={confirmation.isPending}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Form>
  );
}

export function PasswordDialog(props: PasswordFormProps & { isOpen: boolean }) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={props.title} size="sm">
      <PasswordForm {...props} />
    </Dialog>
  );
}
