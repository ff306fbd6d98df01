import { Anchor, Text } from "@mantine/core";
import { Link, Navigate, useLocation } from "react-router";
import { errorText } from "#ui/web/i18n/texts.ts";
import { brandName } from "#platform/rules/brand.ts";
import { useSession } from "#ui/web/session.tsx";
import { FormAlert, useIsHydrated } from "#ui/web/form.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { pageAfterSignIn, parseAuthPageState, type AuthPageState } from "./auth-page-state.ts";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { MailboxHint } from "./auth-fields.tsx";
import { SignInForm, ResendVerification } from "./sign-in-form.tsx";

/** What led the user to this page, and what to do next. */
function LoginNotice(props: {
  notice: AuthPageState["notice"];
  isPageRequested: boolean;
  email: string;
  onInvalidEmail: (sentence: string) => void;
}) {
  const resendVerification = (
    <ResendVerification email={props.email} onInvalidEmail={props.onInvalidEmail} />
  );
  switch (props.notice) {
    case "registered":
      return (
        <FormAlert
          kind="success"
          message={
            <>
              <span>{t("sentences.registrationSuccessful")}</span>
              <MailboxHint />
            </>
          }
        />
      );
    case "link_not_valid":
      return (
        <FormAlert
          kind="info"
          message={
            <>
              <span>{t("auth.linkNotValid", { error: errorText("link_not_valid") })}</span>
              {resendVerification}
            </>
          }
        />
      );
    case "password_changed":
      return <FormAlert kind="success" message={t("auth.passwordChangedNotice")} />;
    case "session_ended":
      return <FormAlert kind="info" message={t("auth.sessionEnded")} />;
    case "draft_kept":
      return <FormAlert kind="info" message={t("auth.sessionEndedDraftKept")} />;
    case undefined:
      return props.isPageRequested ? (
        <FormAlert kind="info" message={t("auth.pageRequested")} />
      ) : null;
  }
}

export function meta() {
  return [
    { title: `${t("auth.login")} · ${brandName}` },
    { name: "description", content: t("auth.loginDescription", { brand: brandName }) },
  ];
}

export default function LoginPage() {
  const { person } = useSession();
  const location = useLocation();
  // The page is prerendered without navigation state, so the first render must not use it.
  const isHydrated = useIsHydrated();
  const state = isHydrated ? parseAuthPageState(location.state) : {};
  const search = new URLSearchParams(location.search);
  const requestedPath = search.get("next") ?? state.from;
  const hasEnded = isHydrated && search.has("ended");
  if (person) return <Navigate to={pageAfterSignIn(person, requestedPath)} replace />;
  return (
    <>
      <PageHeader title={t("auth.login")} description={t("auth.welcome")} />
      <SignInForm
        operation="signIn"
        emailLabel={t("common.email")}
        initialEmail={state.email ?? ""}
        errorSentence={() => t("sentences.loginFailed")}
        notice={(email, onInvalidEmail) => (
          <LoginNotice
            notice={state.notice ?? (hasEnded ? "session_ended" : undefined)}
            isPageRequested={isHydrated && Boolean(requestedPath)}
            email={email}
            onInvalidEmail={onInvalidEmail}
          />
        )}
      />
      <Text size="sm" mt="xl" c="dimmed">
        <RichText
          id="auth.noAccount"
          components={{ link: <Anchor component={Link} to="/register" inherit /> }}
        />
      </Text>
    </>
  );
}
