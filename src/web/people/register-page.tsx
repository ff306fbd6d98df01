/** The screen where a visitor opens an account. */
import { Anchor, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { sentences } from "#contract/messages.ts";
import { problems } from "#contract/problems.ts";
import { parsePlanName } from "#core/plan.ts";
import { usePlatform, useSession } from "#web/session.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { FormAlert } from "#web/ui/form.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { homeOf, readEntranceState, type EntranceState } from "./entrance-state.ts";
import { MailboxHint } from "./mailbox-hint.tsx";
import { RegistrationForm } from "./registration-form.tsx";

const redirectMilliseconds = 3_000;

/** Says that it worked, and goes to the login after three seconds, or at once on request. */
function Registered(props: { email: string }) {
  const navigate = useNavigate();
  const { email } = props;
  useEffect(() => {
    const state: EntranceState = { email, notice: "registered" };
    const timer = setTimeout(() => void navigate("/login", { state }), redirectMilliseconds);
    return () => {
      clearTimeout(timer);
    };
  }, [email, navigate]);
  const state: EntranceState = { email, notice: "registered" };
  return (
    <>
      <PageHeader title="Check your email" description={`We wrote to ${email}.`} />
      <FocusedAlert
        kind="success"
        message={
          <>
            <span>{sentences.registrationSuccessful}</span>
            <MailboxHint />
          </>
        }
      />
      <Text size="sm" mt="lg">
        <Anchor component={Link} to="/login" state={state} inherit>
          Go to login
        </Anchor>
      </Text>
    </>
  );
}

export default function RegisterPage() {
  const { person } = useSession();
  const location = useLocation();
  const { isRegistrationOpen } = usePlatform();
  const [hasTyped, setHasTyped] = useState(false);
  const [registeredEmail, setRegisteredEmail] = useState<string | null>(null);
  if (person) return <Navigate to={homeOf(person)} replace />;
  const asked =
    new URLSearchParams(location.search).get("plan") ?? readEntranceState(location.state).plan;
  const plan = asked === undefined ? null : parsePlanName(asked);
  if (registeredEmail !== null) return <Registered email={registeredEmail} />;
  return (
    <>
      <PageHeader
        title={plan ? `Sign up for the ${plan} plan` : "Sign up"}
        description={
          plan
            ? "First your account. You subscribe once you are in."
            : "An account is free. You choose a plan when you are ready to ship."
        }
      />
      {isRegistrationOpen || hasTyped ? (
        // What was typed while registration was open stays, should it close meanwhile.
        <div onInput={() => setHasTyped(true)}>
          <RegistrationForm onRegistered={setRegisteredEmail} />
        </div>
      ) : (
        <FormAlert kind="info" message={problems.registration_closed.message} />
      )}
      <Text size="sm" mt="xl" c="dimmed">
        Already have an account?{" "}
        <Anchor component={Link} to="/login" inherit>
          Log in
        </Anchor>
      </Text>
    </>
  );
}
