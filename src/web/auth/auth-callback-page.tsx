/** The screen that a verification or sign-in link leads to. */
import { Anchor, Group, Loader, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { sentences } from "#contract/messages.ts";
import { errorCatalogue } from "#contract/errors.ts";
import { apiErrorCode, apiErrorMessage, useApiClient } from "#web/api.tsx";
import { useSession } from "#web/session.tsx";
import { FormAlert } from "#web/ui/form.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { readCallback, type Callback } from "./callback.ts";
import { homeOf, type EntranceState } from "./auth-page-state.ts";
import { SecondStepForm } from "./two-factor-form.tsx";
import { isCodeRequested, useArrival } from "./sign-in.ts";

const successMilliseconds = 1_500;
const failureMilliseconds = 3_000;

/** Exchanges the token for a session and confirms that it is kept. */
function useExchange() {
  const client = useApiClient();
  const arrive = useArrival();
  return useMutation({
    mutationFn: async (callback: Extract<Callback, { kind: "token" }>) => {
      const { kind: _kind, ...token } = callback;
      await client.auth.completeCallback(token);
    },
    // The address no longer holds the token, so nobody could try again by hand.
    retry: (failures, error) => failures < 3 && apiErrorCode(error) === null,
    retryDelay: (failures) => 200 * 2 ** failures,
    onSuccess: async () => {
      await arrive();
    },
  });
}

function Redirecting(props: { to: string; state?: EntranceState; milliseconds: number }) {
  const navigate = useNavigate();
  const { to, milliseconds } = props;
  const [state] = useState(props.state);
  useEffect(() => {
    const timer = setTimeout(
      () => void navigate(to, { replace: true, ...(state ? { state } : {}) }),
      milliseconds,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [to, state, milliseconds, navigate]);
  return null;
}

function Working() {
  return (
    <>
      <PageHeader title="Signing you in" />
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text>Checking your link…</Text>
      </Group>
    </>
  );
}

/** The link was right, and the account asks for a code as well. */
function SecondStep() {
  const { person } = useSession();
  const navigate = useNavigate();
  if (person) return <Navigate to={homeOf(person)} replace />;
  return (
    <>
      <PageHeader title="Signing you in" />
      <SecondStepForm onOver={() => void navigate("/login", { replace: true })} />
    </>
  );
}

/** @param isExpired the next screen then offers a new link. */
function Failure(props: { sentence: string; isExpired: boolean }) {
  const state: EntranceState = props.isExpired ? { notice: "link_not_valid" } : {};
  return (
    <>
      <PageHeader title="Signing in did not work" />
      <Stack gap="md">
        <FormAlert message={props.sentence} />
        <Text c="dimmed">
          {sentences.redirectingToLogin}{" "}
          <Anchor component={Link} to="/login" replace state={state} inherit>
            {props.isExpired ? "Get a new link" : "Go there now"}
          </Anchor>
        </Text>
      </Stack>
      <Redirecting to="/login" state={state} milliseconds={failureMilliseconds} />
    </>
  );
}

/** A link that is used, expired or made up; or so broken that its token could not be one. */
function isLinkVoid(error: unknown): boolean {
  return ["link_not_valid", "invalid_input"].includes(apiErrorCode(error) ?? "");
}

function Outcome(props: { callback: Callback }) {
  const { callback } = props;
  const session = useSession();
  const exchange = useExchange();
  const { mutate } = exchange;
  const hasStarted = useRef(false);
  useEffect(() => {
    // The token works once, and effects may run twice.
    if (callback.kind !== "token" || hasStarted.current) return;
    hasStarted.current = true;
    mutate(callback);
  }, [callback, mutate]);
  if (callback.kind === "error") {
    const sentence = callback.sentence ?? sentences.authenticationError;
    return <Failure sentence={sentence} isExpired={callback.isExpired} />;
  }
  if (callback.kind === "nothing") {
    if (session.state === "loading") return <Working />;
    if (session.person) return <Navigate to={homeOf(session.person)} replace />;
    return <Failure sentence={sentences.noAccessToken} isExpired={false} />;
  }
  if (isCodeRequested(exchange.error)) return <SecondStep />;
  if (exchange.isError) {
    if (isLinkVoid(exchange.error)) {
      return <Failure sentence={errorCatalogue.link_not_valid.message} isExpired />;
    }
    const sentence = apiErrorMessage(exchange.error, sentences.authenticationFailed);
    return <Failure sentence={sentence} isExpired={false} />;
  }
  if (!exchange.isSuccess || session.state === "loading") return <Working />;
  if (!session.person)
    return <Failure sentence={sentences.sessionNotEstablished} isExpired={false} />;
  return (
    <>
      <PageHeader title="Signing you in" />
      <FormAlert kind="success" message={sentences.authenticationSuccessful} />
      <Redirecting to={homeOf(session.person)} milliseconds={successMilliseconds} />
    </>
  );
}

export default function AuthCallbackPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const [callback] = useState(() => readCallback(location));
  const hasSecret = location.hash !== "";
  useEffect(() => {
    if (hasSecret) void navigate("/auth/callback", { replace: true });
  }, [hasSecret, navigate]);
  return <Outcome callback={callback} />;
}
