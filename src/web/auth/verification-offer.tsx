/** The offer to send the verification mail again. */
import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { emailError } from "./email-check.ts";
import { MailboxHint } from "./mailbox-hint.tsx";

/**
 * A button that sends the mail to `email`, and what came of it.
 * @param onEmailRefused is told what is wrong with the address, and sends nothing.
 */
export function VerificationOffer(props: {
  email: string;
  onEmailRejected: (sentence: string) => void;
}) {
  const api = useApi();
  const resend = useMutation(api.auth.resendVerification.mutationOptions());
  const send = () => {
    const errorCode = emailError(props.email);
    if (errorCode === undefined) resend.mutate({ email: props.email.trim() });
    else props.onEmailRejected(errorCode);
  };
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <Button size="xs" variant="default" loading={resend.isPending} onClick={send}>
        Send the link again
      </Button>
      <div role="status">
        {resend.isSuccess ? (
          <Text size="sm">
            If {resend.variables.email} is still to be verified, an email is on its way. We send one
            mail a minute at most.
          </Text>
        ) : null}
        {resend.isError ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {apiErrorMessage(resend.error, "The mail could not be sent. Please try again.")}
          </Text>
        ) : null}
      </div>
      {resend.isSuccess ? <MailboxHint /> : null}
    </Stack>
  );
}
