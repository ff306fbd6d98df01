/** A dialog for something that the password itself is sent along with. */
import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { problemCode, problemSentence } from "#web/api.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { PasswordField } from "./password-field.tsx";
import { refusedFields } from "./refused-fields.ts";

type PasswordErrand = {
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
export function PasswordErrandForm(props: PasswordErrand) {
  // What is loaded first comes after the dialog has chosen where its keyboard begins.
  const fields = useTextFields({ password: "" }, "password");
  const errand = useMutation({ mutationFn: props.run });
  const submit = async () => {
    const { password } = fields.values;
    if (fields.refuse(password === "" ? { password: "Please enter your password." } : {})) return;
    try {
      await errand.mutateAsync(password);
    } catch (error) {
      const places = { wrong_password: "password", missing_information: "password" } as const;
      fields.refuse(refusedFields(error, ["password"], places));
    }
  };
  const isToldAtField = ["wrong_password", "missing_information"].includes(
    problemCode(errand.error) ?? "",
  );
  return (
    <Form label={props.title} onSubmit={submit}>
      <Text component="div" size="sm">
        {props.children}
      </Text>
      {errand.isError && !isToldAtField ? (
        <FocusedAlert message={problemSentence(errand.error, props.failed)} />
      ) : null}
      <PasswordField
        field={fields.field("password")}
        label="Password"
        purpose="current"
        startsHere
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={errand.isPending} onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          {...(props.isDestructive ? { color: "red" } : {})}
          type="submit"
          loading={errand.isPending}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Form>
  );
}

export function PasswordDialog(props: PasswordErrand & { isOpen: boolean }) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={props.title} size="sm">
      <PasswordErrandForm {...props} />
    </Dialog>
  );
}
