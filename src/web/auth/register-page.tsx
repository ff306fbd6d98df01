/** The screen where a visitor opens an account. */
import { Anchor, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { sentences } from "#contract/messages.ts";
import { errorCatalogue } from "#contract/errors.ts";
import { signUpHeading, signUpHeadingPlaces } from "#contract/sign-up-heading.ts";
import { brandName } from "#core/brand.ts";
import { parsePlanName, type PlanName } from "#core/plan.ts";
import { usePublicSettings, useSession } from "#web/session.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { FormAlert } from "#web/ui/form.tsx";
import { useIsHydrated } from "#web/ui/hydrated.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { homeOf, readEntranceState, type EntranceState } from "./auth-page-state.ts";
import { MailboxHint } from "./mailbox-hint.tsx";
import classes from "./register-page.module.css";
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

/** The plan that was chosen on the way here: in the address, or handed over by the page before. */
function useChosenPlan(isHydrated: boolean): PlanName | null {
  const location = useLocation();
  const { plan } = isHydrated ? readEntranceState(location.state) : {};
  const asked = new URLSearchParams(location.search).get("plan") ?? plan;
  return asked === undefined ? null : parsePlanName(asked);
}

export function meta() {
  return [
    { title: `Sign up · ${brandName}` },
    {
      name: "description",
      content: `Open a free account with ${brandName}, and choose a plan when you are ready to ship.`,
    },
  ];
}

export default function RegisterPage() {
  const { person } = useSession();
  const isHydrated = useIsHydrated();
  const plan = useChosenPlan(isHydrated);
  const { isRegistrationOpen } = usePublicSettings();
  const [hasTyped, setHasTyped] = useState(false);
  const [registeredEmail, setRegisteredEmail] = useState<string | null>(null);
  if (person) return <Navigate to={homeOf(person)} replace />;
  if (registeredEmail !== null) return <Registered email={registeredEmail} />;
  // In the page drawn ahead of time both stand, and its style shows the one that fits the platform.
  const isFormThere = isRegistrationOpen || hasTyped || !isHydrated;
  const hasRefusal = !isRegistrationOpen || !isHydrated;
  return (
    <>
      <PageHeader {...(import.meta.env.SSR ? signUpHeadingPlaces : signUpHeading(plan))} />
      {isFormThere ? (
        // What was typed while registration was open stays, should it close meanwhile.
        <div
          className={isHydrated ? undefined : classes["whileOpen"]}
          onInput={() => setHasTyped(true)}
        >
          <RegistrationForm plan={plan} onRegistered={setRegisteredEmail} />
        </div>
      ) : null}
      {hasRefusal && !hasTyped ? (
        <div className={isHydrated ? undefined : classes["whileClosed"]}>
          <FormAlert kind="info" message={errorCatalogue.registration_closed.message} />
        </div>
      ) : null}
      <Text size="sm" mt="xl" c="dimmed">
        Already have an account?{" "}
        <Anchor component={Link} to="/login" inherit>
          Log in
        </Anchor>
      </Text>
    </>
  );
}
