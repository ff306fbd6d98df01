import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { sentences, toasts } from "#contract/messages.ts";
import { passwordLength } from "#core/password.ts";
import type { PlanName } from "#core/plan.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { showToast } from "#web/ui/toast.tsx";
import { emailError } from "./email-check.ts";
import { PasswordField } from "./password-field.tsx";
import { fieldErrors } from "./field-errors.ts";

/** Groups the toasts, so that an error is hidden after the next attempt. */
const about = "signing up";

type Field = "fullName" | "email" | "password";

/** Errors for missing fields; the server checks the strength of the password. */
function missingFields(values: Readonly<Record<Field, string>>): Partial<Record<Field, string>> {
  const email = emailError(values.email);
  return {
    ...(values.fullName.trim() === "" ? { fullName: "Please enter your full name." } : {}),
    ...(email === undefined ? {} : { email }),
    ...(values.password === "" ? { password: "Please choose a password." } : {}),
  };
}

function fieldsOf(error: unknown): Partial<Record<Field, string>> {
  return fieldErrors<Field>(error, ["fullName", "email", "password"], {
    invalid_email: "email",
    weak_password: "password",
  });
}

/**
 * @param plan the chosen plan, stored with the account.
 * @param onRegistered called with the email to which the verification email was sent.
 */
export function RegistrationForm(props: {
  plan: PlanName | null;
  onRegistered: (email: string) => void;
}) {
  const api = useApi();
  const fields = useTextFields<Field>({ fullName: "", email: "", password: "" }, "fullName");
  const signUp = useMutation(
    api.auth.signUp.mutationOptions({
      onSuccess: (_result, input) => {
        showToast({ ...toasts.accountCreated, kind: "success", about });
        props.onRegistered(input.email);
      },
      onError: (error) => {
        const description = apiErrorMessage(error, sentences.registrationError);
        showToast({ ...toasts.registrationFailed, description, kind: "destructive", about });
        fields.reject(fieldsOf(error));
      },
    }),
  );
  const submit = () => {
    if (fields.reject(missingFields(fields.values))) return;
    const { fullName, email, password } = fields.values;
    signUp.mutate({
      fullName: fullName.trim(),
      email: email.trim(),
      password,
      ...(props.plan === null ? {} : { plan: props.plan }),
    });
  };
  const isFormError = signUp.isError && Object.keys(fieldsOf(signUp.error)).length === 0;
  return (
    <Form label="Sign up" onSubmit={submit}>
      {isFormError ? (
        <FocusedAlert message={apiErrorMessage(signUp.error, sentences.registrationError)} />
      ) : null}
      <TextInput {...fields.field("fullName")} label="Full name" autoComplete="name" />
      <TextInput {...fields.field("email")} type="email" label="Email" autoComplete="email" />
      <PasswordField
        field={fields.field("password")}
        label="Password"
        description={`At least ${passwordLength.minimum} characters.`}
        purpose="new"
      />
      <Button type="submit" fullWidth loading={signUp.isPending}>
        Create account
      </Button>
    </Form>
  );
}
