import { Anchor, Button, Text, TextInput, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { FocusedAlert, Form } from "#ui/web/form.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredPassword } from "#ui/web/field-rules.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { emailField, PasswordField, MailboxHint } from "./auth-fields.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { isTwoFactorRequired, useSignIn } from "./sign-in.ts";
import type { Elements } from "#ui/web/elements.ts";
import { useAction } from "#ui/web/action.ts";
import { useApi } from "#people/web/api.ts";
import { TwoFactorForm } from "./two-factor-form.tsx";

const ResetRequestDialog = laterPart(
  async () => (await import("./reset-request-dialog.tsx")).ResetRequestDialog,
);

const schema = z.object({
  email: emailField,
  password: requiredPassword(() => t("fields.passwordMissing")),
});

/** The error sentence and, if the server gave one, the reason. */
function SignInErrorText(props: { error: unknown; sentence: string }) {
  const reason = apiErrorMessage(props.error, props.sentence);
  // Trying again does not help a user whose email is not verified.
  if (reason === props.sentence || isUnverified(props.error)) return <span>{reason}</span>;
  return (
    <>
      <Text size="sm" fw={600}>
        {props.sentence}
      </Text>
      <Text size="sm">{reason}</Text>
    </>
  );
}

function isUnverified(error: unknown): boolean {
  return apiErrorCode(error) === "email_not_verified";
}

/** The result of the last attempt, above the fields. */
function SignInResult(props: {
  signIn: ReturnType<typeof useSignIn>;
  errorSentence: (error: unknown) => string;
  onInvalidEmail: (sentence: string) => void;
  restartReason: string | null;
}) {
  const { error, data, variables } = props.signIn;
  if (props.restartReason !== null) return <FocusedAlert message={props.restartReason} />;
  if (data === null) {
    return <FocusedAlert message={t("auth.userDataBlocked")} />;
  }
  if (error === null) return null;
  return (
    <FocusedAlert
      message={
        <>
          <SignInErrorText error={error} sentence={props.errorSentence(error)} />
          {isUnverified(error) ? (
            <ResendVerification email={variables.email} onInvalidEmail={props.onInvalidEmail} />
          ) : null}
        </>
      }
    />
  );
}

/**
 * @param operation the API operation; only the customer form offers a reset link.
 * @param errorSentence the message for an error, shown alone or above the server's reason.
 * @param notice rendered above the fields, with the email typed so far.
 */
export function SignInForm(props: {
  operation: "signIn" | "signInAsAdmin";
  emailLabel: string;
  initialEmail?: string;
  errorSentence: (error: unknown) => string;
  notice?: (email: string, onInvalidEmail: (sentence: string) => void) => Elements;
}) {
  const { initialEmail = "" } = props;
  const signIn = useSignIn(props.operation);
  const [isResetOpen, setResetOpen] = useState(false);
  const [restartReason, setRestartReason] = useState<string | null>(null);
  const form = useAppForm({
    schema,
    // On a prerendered page the initial email is known only after hydration.
    initialValues: { email: initialEmail, password: "" },
    draft: null,
    startAt: initialEmail === "" ? "email" : "password",
    onSubmit: (credentials) => {
      setRestartReason(null);
      return signIn.mutateAsync(credentials);
    },
  });
  const onInvalidEmail = (sentence: string) => form.reject({ email: sentence });
  const restart = (reason: string | null) => {
    signIn.reset();
    setRestartReason(reason);
  };
  const isTwoFactorStep = isTwoFactorRequired(signIn.error);
  const wasTwoFactorStep = useRef(false);
  const isFormShown = form.element !== null;
  useEffect(() => {
    if (wasTwoFactorStep.current && isFormShown && restartReason === null) form.focus("password");
    wasTwoFactorStep.current = isTwoFactorStep || (wasTwoFactorStep.current && !isFormShown);
  });
  if (isTwoFactorStep) {
    return <TwoFactorForm onRestart={restart} />;
  }
  return (
    <>
      <Form form={form} label={t("auth.login")}>
        <SignInResult
          signIn={signIn}
          errorSentence={props.errorSentence}
          onInvalidEmail={onInvalidEmail}
          restartReason={restartReason}
        />
        {signIn.isError ? null : props.notice?.(form.values.email, onInvalidEmail)}
        <TextInput
          {...form.field("email")}
          type="email"
          label={props.emailLabel}
          autoComplete="username"
        />
        <PasswordField
          field={form.field("password")}
          label={t("common.password")}
          purpose="current"
        />
        {props.operation === "signIn" ? (
          <div>
            <Anchor component="button" type="button" size="sm" onClick={() => setResetOpen(true)}>
              {t("auth.forgotPassword")}
            </Anchor>
          </div>
        ) : null}
        <Button type="submit" fullWidth loading={signIn.isPending}>
          {t("auth.logIn")}
        </Button>
      </Form>
      <ResetRequestDialog
        isWanted={isResetOpen}
        isOpen={isResetOpen}
        onClose={() => setResetOpen(false)}
        email={form.values.email}
      />
    </>
  );
}

/**
 * A button that sends the verification email to `email` again, and the result.
 * @param onInvalidEmail called with the error message instead of sending.
 */
export function ResendVerification(props: {
  email: string;
  onInvalidEmail: (sentence: string) => void;
}) {
  const api = useApi();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const resend = useAction(api.auth.resendVerification.mutationOptions(), {
    done: (_, { email }) => {
      setSentTo(email);
      return null;
    },
    showsErrorInPlace: true,
  });
  const send = () => {
    const email = emailField.safeParse(props.email);
    if (email.success) {
      setSentTo(null);
      void resend.run({ email: email.data });
    } else props.onInvalidEmail(email.error.issues[0]?.message ?? "");
  };
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <Button size="xs" variant="default" loading={resend.isRunning} onClick={send}>
        {t("auth.sendLinkAgain")}
      </Button>
      <div role="status">
        {sentTo === null ? null : (
          <Text size="sm">{t("auth.verificationSent", { email: sentTo })}</Text>
        )}
        {resend.error ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {apiErrorMessage(resend.error, t("auth.emailNotSent"))}
          </Text>
        ) : null}
      </div>
      {sentTo === null ? null : <MailboxHint />}
    </Stack>
  );
}
