import { Anchor, Button, Text, TextInput } from "@mantine/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { toasts } from "#contract/messages.ts";
import { apiErrorCode, apiErrorMessage } from "#web/api.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { emailError } from "./email-check.ts";
import { PasswordField } from "./password-field.tsx";
import { fieldErrors } from "./field-errors.ts";
import { ResetRequestDialog } from "./reset-request-dialog.tsx";
import { TwoFactorForm } from "./two-factor-form.tsx";
import { isTwoFactorRequired, useSignIn } from "./sign-in.ts";
import { ResendVerification } from "./resend-verification.tsx";

/** The error sentence and, if the server gave one, the reason. */
function SignInErrorText(props: { error: unknown; sentence: string }) {
  const reason = apiErrorMessage(props.error, props.sentence);
  // Trying again does not help a user whose email is not verified.
  if (reason === props.sentence || isUnverified(props.error)) return reason;
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
    return (
      <FocusedAlert
        message={`${toasts.unableToRetrieveUserData.title}. Please allow cookies for this site and try again.`}
      />
    );
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
  notice?: (email: string, onInvalidEmail: (sentence: string) => void) => ReactNode;
}) {
  const { initialEmail = "" } = props;
  const initial = { email: initialEmail, password: "" };
  const fields = useTextFields(initial, initialEmail === "" ? "email" : "password");
  // On a prerendered page the initial email is known only after hydration; what was typed stays.
  const [filledIn, setFilledIn] = useState(initialEmail);
  if (filledIn !== initialEmail) {
    setFilledIn(initialEmail);
    if (fields.values.email === "") fields.write("email", initialEmail);
  }
  const signIn = useSignIn(props.operation);
  const [isResetOpen, setResetOpen] = useState(false);
  const [restartReason, setRestartReason] = useState<string | null>(null);
  const onInvalidEmail = (sentence: string) => void fields.reject({ email: sentence });
  const submit = () => {
    const email = emailError(fields.values.email);
    const password = fields.values.password === "" ? "Please enter your password." : undefined;
    setRestartReason(null);
    if (fields.reject({ ...(email ? { email } : {}), ...(password ? { password } : {}) })) return;
    signIn.mutate(
      { email: fields.values.email.trim(), password: fields.values.password },
      { onError: (error) => void fields.reject(fieldErrors(error, ["email", "password"])) },
    );
  };
  const restart = (reason: string | null) => {
    signIn.reset();
    setRestartReason(reason);
  };
  const isTwoFactorStep = isTwoFactorRequired(signIn.error);
  const wasTwoFactorStep = useRef(false);
  useEffect(() => {
    if (wasTwoFactorStep.current && !isTwoFactorStep && restartReason === null)
      fields.focus("password");
    wasTwoFactorStep.current = isTwoFactorStep;
  });
  if (isTwoFactorStep) return <TwoFactorForm onRestart={restart} />;
  return (
    <>
      <Form label="Login" onSubmit={submit}>
        <SignInResult
          signIn={signIn}
          errorSentence={props.errorSentence}
          onInvalidEmail={onInvalidEmail}
          restartReason={restartReason}
        />
        {signIn.isError ? null : props.notice?.(fields.values.email, onInvalidEmail)}
        <TextInput
          {...fields.field("email")}
          type="email"
          label={props.emailLabel}
          autoComplete="username"
        />
        <PasswordField field={fields.field("password")} label="Password" purpose="current" />
        {props.operation === "signIn" ? (
          <div>
            <Anchor component="button" type="button" size="sm" onClick={() => setResetOpen(true)}>
              Forgot your password?
            </Anchor>
          </div>
        ) : null}
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Log in
        </Button>
      </Form>
      <ResetRequestDialog
        isOpen={isResetOpen}
        onClose={() => setResetOpen(false)}
        email={fields.values.email}
      />
    </>
  );
}
