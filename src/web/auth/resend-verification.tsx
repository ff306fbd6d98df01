import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { emailField } from "./email-field.ts";
import { MailboxHint } from "./mailbox-hint.tsx";

/**
 * A button that sends the verification email to `email` again, and the result.
 * @param onInvalidEmail called with the error message instead of sending.
 */
export function ResendVerification(props: {
  email: string;
  onInvalidEmail: (sentence: string) => void;
}) {
  const api = useApi();
  const resend = useMutation(api.auth.resendVerification.mutationOptions());
  const send = () => {
    const email = emailField.safeParse(props.email);
    if (email.success) resend.mutate({ email: email.data });
    else props.onInvalidEmail(email.error.issues[0]?.message ?? "");
  };
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <Button size="xs" variant="default" loading={resend.isPending} onClick={send}>
        Send the link again
      </Button>
      <div role="status">
        {resend.isSuccess ? (
          <Text size="sm">
            If {resend.variables.email} still needs to be verified, an email is on its way. We send
            at most one email per minute.
          </Text>
        ) : null}
        {resend.isError ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {apiErrorMessage(resend.error, "The email could not be sent. Please try again.")}
          </Text>
        ) : null}
      </div>
      {resend.isSuccess ? <MailboxHint /> : null}
    </Stack>
  );
}
