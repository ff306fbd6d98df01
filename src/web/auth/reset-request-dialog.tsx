import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { sentences } from "#contract/messages.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form, FormAlert } from "#web/ui/form.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { emailError } from "./email-check.ts";
import { MailboxHint } from "./mailbox-hint.tsx";
import { fieldErrors } from "./field-errors.ts";

function ResetRequestForm(props: { email: string; onClose: () => void }) {
  const api = useApi();
  const fields = useTextFields({ email: props.email });
  const request = useMutation(
    api.auth.requestPasswordReset.mutationOptions({
      onError: (error) => {
        fields.reject(fieldErrors(error, ["email"], { invalid_email: "email" }));
      },
    }),
  );
  const submit = () => {
    const error = emailError(fields.values.email);
    if (error !== undefined) fields.reject({ email: error });
    else request.mutate({ email: fields.values.email.trim() });
  };
  return (
    <Form label="Reset your password" onSubmit={submit}>
      <Text size="sm">
        Enter the email address of your account. We will send you a link to choose a new password.
      </Text>
      <TextInput
        {...fields.field("email")}
        type="email"
        label="Email"
        autoComplete="username"
        data-autofocus
      />
      {request.isError ? (
        <FocusedAlert message={apiErrorMessage(request.error, sentences.resetNotSent)} />
      ) : null}
      {request.isSuccess ? (
        <FormAlert
          kind="success"
          message={
            <Stack gap={4}>
              <span>{sentences.resetSent}</span>
              <span>
                We only send emails to addresses that have an account, and at most one email per
                minute.
              </span>
              <MailboxHint />
            </Stack>
          }
        />
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.onClose}>
          {request.isSuccess ? "Close" : "Cancel"}
        </Button>
        <Button type="submit" loading={request.isPending}>
          Send reset link
        </Button>
      </Group>
    </Form>
  );
}

/** @param email initial value of the field. */
export function ResetRequestDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  email?: string;
}) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Reset your password" size="sm">
      <ResetRequestForm email={props.email ?? ""} onClose={props.onClose} />
    </Dialog>
  );
}
