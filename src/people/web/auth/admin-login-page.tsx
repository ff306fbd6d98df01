import { Anchor, Text } from "@mantine/core";
import { Link, Navigate, useLocation } from "react-router";
import { brandName } from "#platform/rules/brand.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useSession } from "#ui/web/session.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { pageAfterSignIn, parseAuthPageState } from "./auth-page-state.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Wrong credentials always show the same message, so that it does not reveal which address is the admin's. */
function errorSentence(error: unknown): string {
  if (apiErrorCode(error) === "invalid_admin_credentials")
    return t("sentences.invalidAdminCredentials");
  return apiErrorMessage(error, t("sentences.adminLoginFailed"));
}

export function meta() {
  return [
    { title: `${t("auth.adminLogin")} · ${brandName}` },
    { name: "description", content: t("auth.adminAreaOf", { brand: brandName }) },
    { name: "robots", content: "noindex" },
  ];
}

export default function AdminLoginPage() {
  const { person } = useSession();
  const location = useLocation();
  const requestedPath =
    new URLSearchParams(location.search).get("next") ?? parseAuthPageState(location.state).from;
  if (person) return <Navigate to={pageAfterSignIn(person, requestedPath)} replace />;
  return (
    <>
      <PageHeader title={t("auth.adminLogin")} description={t("auth.adminArea")} />
      <SignInForm
        operation="signInAsAdmin"
        emailLabel={t("auth.adminEmail")}
        errorSentence={errorSentence}
      />
      <Text size="sm" mt="xl">
        <Anchor component={Link} to="/login" inherit>
          {t("auth.returnToUserLogin")}
        </Anchor>
      </Text>
    </>
  );
}
