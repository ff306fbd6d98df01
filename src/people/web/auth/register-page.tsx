import { Anchor, Text, Button, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { homePath } from "#platform/rules/staff-home.ts";
import { errorText } from "#ui/web/i18n/texts.ts";
import { signUpHeading, signUpHeadingPlaces } from "#people/contract/sign-up-heading.ts";
import { brandName } from "#platform/rules/brand.ts";
import { parsePlanName } from "#catalogue/rules/plan.ts";
import { usePublicSettings, useSession } from "#ui/web/session.tsx";
import { FocusedAlert, FormAlert, Form, useIsHydrated, FormError } from "#ui/web/form.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { parseAuthPageState, type AuthPageState } from "./auth-page-state.ts";
import { MailboxHint, emailField, PasswordField } from "./auth-fields.tsx";
import { publicPath, RichText, t, toastText } from "#ui/web/i18n/messages.tsx";
import classes from "./auth.module.css";
import type { PlanName } from "#platform/rules/plan-name.ts";
import * as z from "zod/mini";
import { passwordLength } from "#people/rules/password.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#people/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredName, requiredPassword } from "#ui/web/field-rules.ts";

const redirectMilliseconds = 3_000;

/** The success message; goes to the login page after 3 s. */
function Registered(props: { email: string }) {
  const navigate = useNavigate();
  const { email } = props;
  useEffect(() => {
    const state: AuthPageState = { email, notice: "registered" };
    const timer = setTimeout(() => void navigate("/login", { state }), redirectMilliseconds);
    return () => {
      clearTimeout(timer);
    };
  }, [email, navigate]);
  const state: AuthPageState = { email, notice: "registered" };
  return (
    <>
      <PageHeader title={t("auth.checkEmail")} description={t("auth.emailSentTo", { email })} />
      <FocusedAlert
        kind="success"
        message={
          <>
            <span>{t("sentences.registrationSuccessful")}</span>
            <MailboxHint />
          </>
        }
      />
      <Text size="sm" mt="lg">
        <Anchor component={Link} to="/login" state={state} inherit>
          {t("auth.goToLogin")}
        </Anchor>
      </Text>
    </>
  );
}

/** The chosen plan, from the query or the navigation state. */
function useChosenPlan(isHydrated: boolean): PlanName | null {
  const location = useLocation();
  const { plan } = isHydrated ? parseAuthPageState(location.state) : {};
  const planName = new URLSearchParams(location.search).get("plan") ?? plan;
  return planName === undefined ? null : parsePlanName(planName);
}

export function meta() {
  return [
    { title: `${t("auth.signUp")} · ${brandName}` },
    { name: "description", content: t("auth.registerDescription", { brand: brandName }) },
  ];
}

export default function RegisterPage() {
  const { person } = useSession();
  const isHydrated = useIsHydrated();
  const plan = useChosenPlan(isHydrated);
  const { isRegistrationOpen } = usePublicSettings();
  const [hasTyped, setHasTyped] = useState(false);
  const [registeredEmail, setRegisteredEmail] = useState<string | null>(null);
  if (person) return <Navigate to={homePath(person)} replace />;
  if (registeredEmail !== null) return <Registered email={registeredEmail} />;
  // The prerendered page contains the form and the notice; CSS shows the one that fits the current setting.
  const isFormShown = isRegistrationOpen || hasTyped || !isHydrated;
  const isNoticeShown = (!isRegistrationOpen || !isHydrated) && !hasTyped;
  return (
    <>
      <PageHeader {...(import.meta.env.SSR ? signUpHeadingPlaces : signUpHeading(plan, t))} />
      {isFormShown ? (
        // What was typed stays when registration is closed in the meantime.
        <div
          className={isHydrated ? undefined : classes["whileOpen"]}
          onInput={() => setHasTyped(true)}
        >
          <RegistrationForm plan={plan} onRegistered={setRegisteredEmail} />
        </div>
      ) : null}
      {isNoticeShown ? (
        <div className={isHydrated ? undefined : classes["whileClosed"]}>
          <FormAlert kind="info" message={errorText("registration_closed")} />
        </div>
      ) : null}
      <Text size="sm" mt="xl" c="dimmed">
        <RichText
          id="auth.alreadyRegistered"
          components={{ link: <Anchor component={Link} to="/login" inherit /> }}
        />
      </Text>
    </>
  );
}

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
