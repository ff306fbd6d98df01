import { Anchor, Button, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { publicPath } from "#ui/web/i18n/messages.tsx";
import { passwordLength } from "#people/rules/password.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#people/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredName, requiredPassword } from "#ui/web/field-rules.ts";
import { FormError } from "#ui/web/form-error.tsx";
import { Form } from "#ui/web/form.tsx";
import { emailField } from "./email-field.ts";
import { RichText, t, toastText } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";

// The server checks the strength of the password.
const schema = z.object({
  fullName: requiredName(() => t("fields.fullNameMissing")),
  email: emailField,
  password: requiredPassword(() => t("fields.passwordNotChosen")),
});

/**
 * @param plan the chosen plan, stored with the account.
 * @param onRegistered called with the email to which the verification email was sent.
 */
export function RegistrationForm(props: {
  plan: PlanName | null;
  onRegistered: (email: string) => void;
}) {
  const client = useApiClient();
  const form = useAppForm({
    schema,
    initialValues: { fullName: "", email: "", password: "" },
    draft: null,
    startAt: "fullName",
    fieldOf: { invalid_email: "email", weak_password: "password" },
    onSubmit: async (values, { showToast }) => {
      await client.auth.signUp({ ...values, ...(props.plan === null ? {} : { plan: props.plan }) });
      showToast({ ...toastText("accountCreated"), kind: "success" });
      props.onRegistered(values.email);
    },
    onError: (error, { showToast }) => {
      const description = apiErrorMessage(error, t("sentences.registrationError"));
      showToast({ ...toastText("registrationFailed"), description, kind: "destructive" });
    },
  });
  return (
    <Form form={form} label={t("auth.signUp")}>
      <FormError form={form} fallback={t("sentences.registrationError")} />
      <TextInput {...form.field("fullName")} label={t("common.fullName")} autoComplete="name" />
      <TextInput
        {...form.field("email")}
        type="email"
        label={t("common.email")}
        autoComplete="email"
      />
      <PasswordField
        field={form.field("password")}
        label={t("common.password")}
        description={t("auth.passwordRule", { minimum: passwordLength.minimum })}
        purpose="new"
      />
      <Button type="submit" fullWidth loading={form.isSubmitting}>
        {t("auth.createAccount")}
      </Button>
      <Text size="xs" c="dimmed">
        <RichText
          id="auth.agreement"
          components={{
            terms: <Anchor href={publicPath("/terms")} target="_blank" rel="noopener" inherit />,
            privacy: (
              <Anchor href={publicPath("/privacy")} target="_blank" rel="noopener" inherit />
            ),
          }}
        />
      </Text>
    </Form>
  );
}
