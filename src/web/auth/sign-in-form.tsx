/** The form with which customers and staff sign in. */
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
import { SecondStepForm } from "./two-factor-form.tsx";
import { isCodeRequested, useSignIn } from "./sign-in.ts";
import { VerificationOffer } from "./verification-offer.tsx";

/** Says that it failed and, where the server gave one, the reason. */
function ApiErrorText(props: { error: unknown; sentence: string }) {
  const reason = apiErrorMessage(props.error, props.sentence);
  // Trying again is no advice to somebody whose address is not verified.
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

/** What came of the last try, above the fields. */
function Answer(props: {
  signIn: ReturnType<typeof useSignIn>;
  failed: (error: unknown) => string;
  rejectEmail: (sentence: string) => void;
  overSentence: string | null;
}) {
  const { error, data, variables } = props.signIn;
  if (props.overSentence !== null) return <FocusedAlert message={props.overSentence} />;
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
          <ApiErrorText error={error} sentence={props.failed(error)} />
          {isUnverified(error) ? (
            <VerificationOffer email={variables.email} onEmailRejected={props.rejectEmail} />
          ) : null}
        </>
      }
    />
  );
}

/**
 * @param door whose entrance this is; only customers may ask for a reset link here.
 * @param failed what is said of a failure, alone or above the server's reason.
 * @param notice what stands above the fields; it gets the address typed so far.
 */
export function SignInForm(props: {
  door: "signIn" | "signInAsAdmin";
  emailLabel: string;
  initialEmail?: string;
  failed: (error: unknown) => string;
  notice?: (email: string, rejectEmail: (sentence: string) => void) => ReactNode;
}) {
  const { initialEmail = "" } = props;
  const initial = { email: initialEmail, password: "" };
  const fields = useTextFields(initial, initialEmail === "" ? "email" : "password");
  // On a page drawn ahead of time it is known only once the application runs; what was typed stays.
  const [filledIn, setFilledIn] = useState(initialEmail);
  if (filledIn !== initialEmail) {
    setFilledIn(initialEmail);
    if (fields.values.email === "") fields.write("email", initialEmail);
  }
  const signIn = useSignIn(props.door);
  const [isForgotten, setForgotten] = useState(false);
  const [overSentence, setOverSentence] = useState<string | null>(null);
  const rejectEmail = (sentence: string) => void fields.reject({ email: sentence });
  const submit = () => {
    const email = emailError(fields.values.email);
    const password = fields.values.password === "" ? "Please enter your password." : undefined;
    setOverSentence(null);
    if (fields.reject({ ...(email ? { email } : {}), ...(password ? { password } : {}) })) return;
    signIn.mutate(
      { email: fields.values.email.trim(), password: fields.values.password },
      { onError: (error) => void fields.reject(fieldErrors(error, ["email", "password"])) },
    );
  };
  const beginAgain = (sentence: string | null) => {
    signIn.reset();
    setOverSentence(sentence);
  };
  const isAtCode = isCodeRequested(signIn.error);
  const wasAtCode = useRef(false);
  useEffect(() => {
    if (wasAtCode.current && !isAtCode && overSentence === null) fields.focus("password");
    wasAtCode.current = isAtCode;
  });
  if (isAtCode) return <SecondStepForm onOver={beginAgain} />;
  return (
    <>
      <Form label="Login" onSubmit={submit}>
        <Answer
          signIn={signIn}
          failed={props.failed}
          rejectEmail={rejectEmail}
          overSentence={overSentence}
        />
        {signIn.isError ? null : props.notice?.(fields.values.email, rejectEmail)}
        <TextInput
          {...fields.field("email")}
          type="email"
          label={props.emailLabel}
          autoComplete="username"
        />
        <PasswordField field={fields.field("password")} label="Password" purpose="current" />
        {props.door === "signIn" ? (
          <div>
            <Anchor component="button" type="button" size="sm" onClick={() => setForgotten(true)}>
              Forgot your password?
            </Anchor>
          </div>
        ) : null}
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Log in
        </Button>
      </Form>
      <ResetRequestDialog
        isOpen={isForgotten}
        onClose={() => setForgotten(false)}
        email={fields.values.email}
      />
    </>
  );
}
