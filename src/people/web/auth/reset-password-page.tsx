import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import * as z from "zod/mini";
import { errorText } from "#ui/web/i18n/texts.ts";
import { brandName } from "#platform/rules/brand.ts";
import { passwordLength } from "#people/rules/password.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApiClient } from "#people/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { fieldErrors, requiredPassword } from "#ui/web/field-rules.ts";
import { FocusedAlert, FormError, Form, FormAlert, useIsHydrated } from "#ui/web/form.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import type { AuthPageState } from "./auth-page-state.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { PasswordField } from "./auth-fields.tsx";
import { ResetRequestDialog } from "./reset-request-dialog.tsx";
import classes from "./auth.module.css";
import { useSessionReload } from "./sign-in.ts";
import { useLinkToken } from "./use-link-token.ts";

/**
 * Shown instead of the form when the link is invalid or missing.
 * @param isResponse takes the focus, because the submitted form is gone.
 */
function InvalidLink(props: { isResponse?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const ErrorAlert = props.isResponse ? FocusedAlert : FormAlert;
  return (
    <Stack gap="md" align="flex-start">
      <ErrorAlert message={errorText("link_not_valid")} />
      <Button onClick={() => setOpen(true)}>{t("auth.requestNewLink")}</Button>
      <ResetRequestDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Stack>
  );
}

const schema = z.object({ password: requiredPassword(() => t("fields.passwordNotChosen")) });

/** Whether the token is used, expired, unknown or malformed. */
function isLinkInvalid(error: unknown): boolean {
  const isMalformed = fieldErrors(error, ["token"]).token !== undefined;
  return isMalformed || apiErrorCode(error) === "link_not_valid";
}

function NewPasswordForm(props: { token: string }) {
  const client = useApiClient();
  const reloadSession = useSessionReload();
  const navigate = useNavigate();
  const form = useAppForm({
    schema,
    initialValues: { password: "" },
    draft: null,
    startAt: "password",
    fieldOf: { weak_password: "password", missing_information: "password" },
    onSubmit: async ({ password }, { showToast }) => {
      await client.auth.resetPassword({ token: props.token, password });
      // A new password ends all sessions of the user, who may be signed in in this tab and others.
      await reloadSession().catch(() => undefined);
      showToast({ title: t("auth.passwordChanged"), kind: "success" });
      const state: AuthPageState = { notice: "password_changed" };
      await navigate("/login", { replace: true, state });
    },
  });
  if (isLinkInvalid(form.error)) return <InvalidLink isResponse />;
  return (
    <Form form={form} label={t("auth.resetPassword")}>
      <FormError form={form} fallback={t("auth.passwordNotChanged")} />
      <Text size="sm">{t("auth.devicesLoggedOut")}</Text>
      <PasswordField
        field={form.field("password")}
        label={t("auth.newPassword")}
        description={t("auth.passwordRule", { minimum: passwordLength.minimum })}
        purpose="new"
      />
      <Button type="submit" fullWidth loading={form.isSubmitting}>
        {t("auth.setNewPassword")}
      </Button>
    </Form>
  );
}

export function meta() {
  return [
    { title: `${t("auth.resetPassword")} · ${brandName}` },
    { name: "robots", content: "noindex" },
  ];
}

export default function ResetPasswordPage() {
  const token = useLinkToken("resetToken");
  // The server never sees the token, so the prerendered page contains form and error; CSS shows the one that fits.
  const isHydrated = useIsHydrated();
  const isFormShown = token !== null || !isHydrated;
  const isErrorShown = token === null || !isHydrated;
  return (
    <>
      <PageHeader title={t("auth.resetPassword")} />
      {isFormShown ? (
        <div className={isHydrated ? undefined : classes["withLink"]}>
          <NewPasswordForm token={token ?? ""} />
        </div>
      ) : null}
      {isErrorShown ? (
        <div className={isHydrated ? undefined : classes["withoutLink"]}>
          <InvalidLink />
        </div>
      ) : null}
      <Text size="sm" mt="xl">
        <Anchor component={Link} to="/login" inherit>
          {t("auth.backToLogin")}
        </Anchor>
      </Text>
    </>
  );
}
