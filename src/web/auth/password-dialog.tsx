/** A dialog for something that the password itself is sent along with. */
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

type PasswordTask = {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isDestructive?: boolean;
  /** What is said of a failure for which the server gave no sentence. */
  readonly failed: string;
  readonly onClose: () => void;
  /** Does it; a rejection is told in the dialog. */
  readonly run: (password: string) => Promise<void>;
};

/** The form alone, for a dialog that shows more than it. */
export function PasswordTaskForm(props: PasswordTask) {
  // What is loaded first comes after the dialog has chosen where its keyboard begins.
  const fields = useTextFields({ password: "" }, "password");
  const mode = useMutation({ mutationFn: props.run });
  const submit = async () => {
    const { password } = fields.values;
    if (fields.reject(password === "" ? { password: "Please enter your password." } : {})) return;
    try {
      await mode.mutateAsync(password);
    } catch (error) {
      const places = { wrong_password: "password", missing_information: "password" } as const;
      fields.reject(fieldErrors(error, ["password"], places));
    }
  };
  const isShownAtField = ["wrong_password", "missing_information"].includes(
    apiErrorCode(mode.error) ?? "",
  );
  return (
    <Form label={props.title} onSubmit={submit}>
      <Text component="div" size="sm">
        {props.children}
      </Text>
      {mode.isError && !isShownAtField ? (
        <FocusedAlert message={apiErrorMessage(mode.error, props.failed)} />
      ) : null}
      <PasswordField
        field={fields.field("password")}
        label="Password"
        purpose="current"
        startsHere
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={mode.isPending} onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          {...(props.isDestructive ? { color: "red" } : {})}
          type="submit"
          loading={mode.isPending}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Form>
  );
}

export function PasswordDialog(props: PasswordTask & { isOpen: boolean }) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={props.title} size="sm">
      <PasswordTaskForm {...props} />
    </Dialog>
  );
}
