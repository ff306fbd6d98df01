import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#people/web/api.ts";
import { emailField } from "./email-field.ts";
import { MailboxHint } from "./mailbox-hint.tsx";
import { t } from "./messages.ts";

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
        {t("auth.sendLinkAgain")}
      </Button>
      <div role="status">
        {resend.isSuccess ? (
          <Text size="sm">{t("auth.verificationSent", { email: resend.variables.email })}</Text>
        ) : null}
        {resend.isError ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {apiErrorMessage(resend.error, t("auth.emailNotSent"))}
          </Text>
        ) : null}
      </div>
      {resend.isSuccess ? <MailboxHint /> : null}
    </Stack>
  );
}
