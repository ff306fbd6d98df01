/** The screen where a customer signs in. */
import { Anchor, Text } from "@mantine/core";
import { Link, Navigate, useLocation } from "react-router";
import { sentences } from "#contract/messages.ts";
import { errorCatalogue } from "#contract/errors.ts";
import { brandName } from "#core/brand.ts";
import { useSession } from "#web/session.tsx";
import { FormAlert } from "#web/ui/form.tsx";
import { useIsHydrated } from "#web/ui/hydrated.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { pageAfterSignIn, readEntranceState, type EntranceState } from "./auth-page-state.ts";
import { MailboxHint } from "./mailbox-hint.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { VerificationOffer } from "./verification-offer.tsx";

/** What happened before this screen, and what can be done about it. */
function Notice(props: {
  notice: EntranceState["notice"];
  email: string;
  rejectEmail: (sentence: string) => void;
}) {
  const offer = <VerificationOffer email={props.email} onEmailRejected={props.rejectEmail} />;
  switch (props.notice) {
    case "registered":
      return (
        <FormAlert
          kind="success"
          message={
            <>
              <span>{sentences.registrationSuccessful}</span>
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
              <span>
                {errorCatalogue.link_not_valid.message} Enter your email address below, and we will
                send it.
              </span>
              {offer}
            </>
          }
        />
      );
    case "password_changed":
      return (
        <FormAlert kind="success" message="Your password was changed. Log in with the new one." />
      );
    case undefined:
      return null;
  }
}

export function meta() {
  return [
    { title: `Login · ${brandName}` },
    {
      name: "description",
      content: `Log in to ${brandName} to follow your packages, fund your wallet and manage your plan.`,
    },
  ];
}

export default function LoginPage() {
  const { person } = useSession();
  const location = useLocation();
  // The page is drawn ahead of time, when nobody has come from anywhere yet.
  const isHydrated = useIsHydrated();
  const state = isHydrated ? readEntranceState(location.state) : {};
  const wanted = new URLSearchParams(location.search).get("next") ?? state.from;
  if (person) return <Navigate to={pageAfterSignIn(person, wanted)} replace />;
  return (
    <>
      <PageHeader title="Login" description="Welcome back. Your packages are waiting." />
      <SignInForm
        door="signIn"
        emailLabel="Email"
        initialEmail={state.email ?? ""}
        failed={() => sentences.loginFailed}
        notice={(email, rejectEmail) => (
          <Notice notice={state.notice} email={email} rejectEmail={rejectEmail} />
        )}
      />
      <Text size="sm" mt="xl" c="dimmed">
        No account yet?{" "}
        <Anchor component={Link} to="/register" inherit>
          Sign up
        </Anchor>
      </Text>
    </>
  );
}
