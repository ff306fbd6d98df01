/** The screen where an administrator signs in. */
import { Anchor, Text } from "@mantine/core";
import { Link, Navigate, useLocation } from "react-router";
import { sentences } from "#contract/messages.ts";
import { brandName } from "#core/brand.ts";
import { apiErrorCode, apiErrorMessage } from "#web/api.tsx";
import { useSession } from "#web/session.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { pageAfterSignIn, readEntranceState } from "./auth-page-state.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Every wrong pair reads the same; another failure tells its reason, or asks to try again. */
function failureSentence(error: unknown): string {
  if (apiErrorCode(error) === "invalid_admin_credentials") return sentences.invalidAdminCredentials;
  return apiErrorMessage(error, sentences.adminLoginFailed);
}

export function meta() {
  return [
    { title: `Admin Login · ${brandName}` },
    { name: "description", content: `The office of ${brandName}.` },
    { name: "robots", content: "noindex" },
  ];
}

export default function AdminLoginPage() {
  const { person } = useSession();
  const location = useLocation();
  const wanted =
    new URLSearchParams(location.search).get("next") ?? readEntranceState(location.state).from;
  if (person) return <Navigate to={pageAfterSignIn(person, wanted)} replace />;
  return (
    <>
      <PageHeader title="Admin Login" description="For the people who run the office." />
      <SignInForm door="signInAsAdmin" emailLabel="Admin email" failed={failureSentence} />
      <Text size="sm" mt="xl">
        <Anchor component={Link} to="/login" inherit>
          Return to User Login
        </Anchor>
      </Text>
    </>
  );
}
