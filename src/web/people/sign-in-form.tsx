/** The form with which customers and staff sign in. */
import { Anchor, Button, Text, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { toasts } from "#contract/messages.ts";
import { problemCode, problemSentence } from "#web/api.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { emailRefusal } from "./email-check.ts";
import { PasswordField } from "./password-field.tsx";
import { refusedFields } from "./refused-fields.ts";
import { ResetRequestDialog } from "./reset-request-dialog.tsx";
import { useSignIn } from "./sign-in.ts";
import { VerificationOffer } from "./verification-offer.tsx";

/** The refusal in full: that it failed, and the server's reason where it is another sentence. */
function Refusal(props: { error: unknown; sentence: string }) {
  const reason = problemSentence(props.error, props.sentence);
  if (reason === props.sentence) return reason;
  return (
    <>
      <Text size="sm" fw={600}>
        {props.sentence}
      </Text>
      <Text size="sm">{reason}</Text>
    </>
  );
}

function ForgottenPassword(props: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
        Forgot your password?
      </Anchor>
      <ResetRequestDialog isOpen={isOpen} onClose={() => setOpen(false)} email={props.email} />
    </div>
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
  notice?: (email: string, refuseEmail: (sentence: string) => void) => ReactNode;
}) {
  const fields = useTextFields({ email: props.initialEmail ?? "", password: "" });
  const signIn = useSignIn(props.door);
  const refuseEmail = (sentence: string) => void fields.refuse({ email: sentence });
  const submit = () => {
    const email = emailRefusal(fields.values.email);
    const password = fields.values.password === "" ? "Please enter your password." : undefined;
    if (fields.refuse({ ...(email ? { email } : {}), ...(password ? { password } : {}) })) return;
    signIn.mutate(
      { email: fields.values.email.trim(), password: fields.values.password },
      { onError: (error) => void fields.refuse(refusedFields(error, ["email", "password"])) },
    );
  };
  const isUnverified = problemCode(signIn.error) === "email_not_verified";
  return (
    <Form label="Login" onSubmit={submit}>
      {signIn.isError ? (
        <FocusedAlert
          message={
            <>
              <Refusal error={signIn.error} sentence={props.failed(signIn.error)} />
              {isUnverified ? (
                <VerificationOffer email={signIn.variables.email} onEmailRefused={refuseEmail} />
              ) : null}
            </>
          }
        />
      ) : null}
      {signIn.data === null ? (
        <FocusedAlert
          message={`${toasts.unableToRetrieveUserData.title}. Please allow cookies for this site and try again.`}
        />
      ) : null}
      {signIn.isError ? null : props.notice?.(fields.values.email, refuseEmail)}
      <TextInput
        {...fields.field("email")}
        type="email"
        label={props.emailLabel}
        autoComplete="username"
      />
      <PasswordField field={fields.field("password")} label="Password" purpose="current" />
      {props.door === "signIn" ? <ForgottenPassword email={fields.values.email} /> : null}
      <Button type="submit" fullWidth loading={signIn.isPending}>
        Log in
      </Button>
    </Form>
  );
}
