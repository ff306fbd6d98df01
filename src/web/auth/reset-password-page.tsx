/** The screen that a reset link leads to. */
import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { errorCatalogue } from "#contract/errors.ts";
import { brandName } from "#core/brand.ts";
import { passwordLength } from "#core/password.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form, FormAlert } from "#web/ui/form.tsx";
import { useIsHydrated } from "#web/ui/hydrated.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { EntranceState } from "./auth-page-state.ts";
import { PasswordField } from "./password-field.tsx";
import { fieldErrors } from "./field-errors.ts";
import { ResetRequestDialog } from "./reset-request-dialog.tsx";
import classes from "./reset-password-page.module.css";
import { useArrival } from "./sign-in.ts";

/**
 * Stands in for the form where the link is void or was never whole.
 * @param isAnswer takes the keyboard over from the form that was sent.
 */
function VoidLink(props: { isAnswer?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const ApiErrorText = props.isAnswer ? FocusedAlert : FormAlert;
  return (
    <Stack gap="md" align="flex-start">
      <ApiErrorText message={errorCatalogue.link_not_valid.message} />
      <Button onClick={() => setOpen(true)}>Request a new link</Button>
      <ResetRequestDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Stack>
  );
}

function fieldsOf(error: unknown) {
  return fieldErrors(error, ["password"], {
    weak_password: "password",
    missing_information: "password",
  });
}

/** A link that is used, expired or made up; or so broken that its token could not be one. */
function isLinkVoid(error: unknown): boolean {
  const isBroken = fieldErrors(error, ["token"]).token !== undefined;
  return isBroken || apiErrorCode(error) === "link_not_valid";
}

function NewPasswordForm(props: { token: string }) {
  const api = useApi();
  const arrive = useArrival();
  const navigate = useNavigate();
  const fields = useTextFields({ password: "" }, "password");
  const reset = useMutation(
    api.auth.resetPassword.mutationOptions({
      onSuccess: async () => {
        // A new password ends every session of its person, who may be signed in here, in this tab and others.
        await arrive().catch(() => undefined);
        showToast({ title: "Password changed", kind: "success" });
        const state: EntranceState = { notice: "password_changed" };
        await navigate("/login", { replace: true, state });
      },
      onError: (error) => {
        fields.reject(fieldsOf(error));
      },
    }),
  );
  const submit = () => {
    const { password } = fields.values;
    if (password === "") fields.reject({ password: "Please choose a password." });
    else reset.mutate({ token: props.token, password });
  };
  if (isLinkVoid(reset.error)) return <VoidLink isAnswer />;
  const isAboutNoField = reset.isError && fieldsOf(reset.error).password === undefined;
  return (
    <Form label="Reset your password" onSubmit={submit}>
      {isAboutNoField ? (
        <FocusedAlert
          message={apiErrorMessage(
            reset.error,
            "Your password could not be changed. Please try again.",
          )}
        />
      ) : null}
      <Text size="sm">All your devices will be logged out.</Text>
      <PasswordField
        field={fields.field("password")}
        label="New password"
        description={`At least ${passwordLength.minimum} characters.`}
        purpose="new"
      />
      <Button type="submit" fullWidth loading={reset.isPending}>
        Set new password
      </Button>
    </Form>
  );
}

/** The token leaves the address at once; in the history's state it survives a reload. */
function useResetToken(): string | null {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const stored: unknown =
    typeof state === "object" && state !== null ? Reflect.get(state, "resetToken") : null;
  const given = new URLSearchParams(location.hash.replace(/^#/, "")).get("token");
  useEffect(() => {
    if (!given) return;
    void navigate("/reset-password", { replace: true, state: { resetToken: given } });
  }, [given, navigate]);
  if (given) return given;
  return typeof stored === "string" && stored !== "" ? stored : null;
}

export function meta() {
  return [{ title: `Reset your password · ${brandName}` }, { name: "robots", content: "noindex" }];
}

export default function ResetPasswordPage() {
  const token = useResetToken();
  // In the page drawn ahead of time both stand, for the server never sees the token; its style shows the one that fits.
  const isHydrated = useIsHydrated();
  const isFormThere = token !== null || !isHydrated;
  const hasRefusal = token === null || !isHydrated;
  return (
    <>
      <PageHeader title="Reset your password" />
      {isFormThere ? (
        <div className={isHydrated ? undefined : classes["withLink"]}>
          <NewPasswordForm token={token ?? ""} />
        </div>
      ) : null}
      {hasRefusal ? (
        <div className={isHydrated ? undefined : classes["withoutLink"]}>
          <VoidLink />
        </div>
      ) : null}
      <Text size="sm" mt="xl">
        <Anchor component={Link} to="/login" inherit>
          Return to login
        </Anchor>
      </Text>
    </>
  );
}
