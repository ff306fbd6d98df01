import { Anchor, Group, Loader, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { homePath } from "#platform/rules/staff-home.ts";
import { errorText, sentenceGap } from "#ui/web/i18n/texts.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#people/web/api.ts";
import { useSession } from "#ui/web/session.tsx";
import { FormAlert } from "#ui/web/form.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import type { AuthPageState } from "./auth-page-state.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { isTwoFactorRequired, useSessionReload } from "./sign-in.ts";
import { TwoFactorForm } from "./two-factor-form.tsx";

const successMilliseconds = 1_500;
const failureMilliseconds = 3_000;

/** Exchanges the token for a session and checks that the browser stored the cookie. */
function useExchange() {
  const client = useApiClient();
  const reloadSession = useSessionReload();
  return useMutation({
    mutationFn: async (callback: Extract<Callback, { kind: "token" }>) => {
      const { kind: _kind, ...token } = callback;
      await client.auth.completeCallback(token);
    },
    // The address no longer holds the token, so the user could not retry by reloading.
    retry: (failures, error) => failures < 3 && apiErrorCode(error) === null,
    retryDelay: (failures) => 200 * 2 ** failures,
    onSuccess: async () => {
      await reloadSession();
    },
  });
}

function Redirecting(props: { to: string; state?: AuthPageState; milliseconds: number }) {
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

function CheckingLink() {
  return (
    <>
      <PageHeader title={t("auth.signingIn")} />
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text>{t("auth.checkingLink")}</Text>
      </Group>
    </>
  );
}

function TwoFactorStep() {
  const { person } = useSession();
  const navigate = useNavigate();
  if (person) return <Navigate to={homePath(person)} replace />;
  return (
    <>
      <PageHeader title={t("auth.signingIn")} />
      <TwoFactorForm onRestart={() => void navigate("/login", { replace: true })} />
    </>
  );
}

/** @param isExpired whether the login page should offer a new link. */
function CallbackError(props: { sentence: string; isExpired: boolean }) {
  const state: AuthPageState = props.isExpired ? { notice: "link_not_valid" } : {};
  return (
    <>
      <PageHeader title={t("auth.signInFailed")} />
      <Stack gap="md">
        <FormAlert message={props.sentence} />
        <Text c="dimmed">
          <span>{t("sentences.redirectingToLogin")}</span>
          {sentenceGap()}
          <Anchor component={Link} to="/login" replace state={state} inherit>
            {props.isExpired ? t("auth.getNewLink") : t("auth.goToLogin")}
          </Anchor>
        </Text>
      </Stack>
      <Redirecting to="/login" state={state} milliseconds={failureMilliseconds} />
    </>
  );
}

/** Whether the token is used, expired, unknown or malformed. */
function isLinkInvalid(error: unknown): boolean {
  return ["link_not_valid", "invalid_input"].includes(apiErrorCode(error) ?? "");
}

function Outcome(props: { callback: Callback }) {
  const { callback } = props;
  const session = useSession();
  const exchange = useExchange();
  const { mutate } = exchange;
  const hasStarted = useRef(false);
  useEffect(() => {
    // The token can be used once, and effects may run twice.
    if (callback.kind !== "token" || hasStarted.current) return;
    hasStarted.current = true;
    mutate(callback);
  }, [callback, mutate]);
  if (callback.kind === "error") {
    const sentence = callback.sentence ?? t("sentences.authenticationError");
    return <CallbackError sentence={sentence} isExpired={callback.isExpired} />;
  }
  if (callback.kind === "nothing") {
    if (session.state === "loading" || session.state === "unreachable") return <CheckingLink />;
    if (session.person) return <Navigate to={homePath(session.person)} replace />;
    return <CallbackError sentence={t("sentences.noAccessToken")} isExpired={false} />;
  }
  if (isTwoFactorRequired(exchange.error)) return <TwoFactorStep />;
  if (exchange.isError) {
    if (isLinkInvalid(exchange.error)) {
      return <CallbackError sentence={errorText("link_not_valid")} isExpired />;
    }
    const sentence = apiErrorMessage(exchange.error, t("sentences.authenticationFailed"));
    return <CallbackError sentence={sentence} isExpired={false} />;
  }
  if (!exchange.isSuccess || session.state === "loading" || session.state === "unreachable") {
    return <CheckingLink />;
  }
  if (!session.person)
    return <CallbackError sentence={t("sentences.sessionNotEstablished")} isExpired={false} />;
  return (
    <>
      <PageHeader title={t("auth.signingIn")} />
      <FormAlert kind="success" message={t("sentences.authenticationSuccessful")} />
      <Redirecting to={homePath(session.person)} milliseconds={successMilliseconds} />
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

export type Callback =
  | {
      readonly kind: "token";
      readonly accessToken: string;
      readonly refreshToken?: string;
      readonly type?: string;
    }
  | { readonly kind: "error"; readonly sentence: string | null; readonly isExpired: boolean }
  | { readonly kind: "nothing" };

const maxSentenceLength = 200;

/** The error description on one line, shortened because anyone can write such a link. */
function sentenceFrom(text: string | null): string | null {
  const sentence = (text ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return sentence === "" ? null : sentence.slice(0, maxSentenceLength);
}

/**
 * Parses the address of `/auth/callback`: an error in the query or the fragment takes precedence, otherwise the token
 * in the fragment (`#access_token=…&refresh_token=…&type=signup`, the last two optional).
 */
export function readCallback(address: {
  readonly search: string;
  readonly hash: string;
}): Callback {
  const query = new URLSearchParams(address.search);
  const fragment = new URLSearchParams(address.hash.replace(/^#/, ""));
  for (const part of [query, fragment]) {
    if (part.has("error") || part.has("error_description")) {
      return {
        kind: "error",
        sentence: sentenceFrom(part.get("error_description")),
        isExpired: part.get("error_code") === "otp_expired",
      };
    }
  }
  const accessToken = fragment.get("access_token");
  if (!accessToken) return { kind: "nothing" };
  const [refreshToken, type] = [fragment.get("refresh_token"), fragment.get("type")];
  return {
    kind: "token",
    accessToken,
    ...(refreshToken ? { refreshToken } : {}),
    ...(type ? { type } : {}),
  };
}
