import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import * as z from "zod/mini";
import { homePath } from "#platform/rules/staff-home.ts";
import { brandName } from "#platform/rules/brand.ts";
import type { Person } from "#platform/contract/session.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { passwordLength } from "#people/rules/password.ts";
import { useApi, useApiClient } from "#people/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredName, requiredPassword } from "#ui/web/field-rules.ts";
import { Form, FormAlert, FormError } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { roleName } from "#ui/web/role-text.ts";
import { useSession } from "#ui/web/session.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { PasswordField } from "./auth-fields.tsx";
import { signInToasts, useSessionReload } from "./sign-in.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { useLinkToken } from "./use-link-token.ts";

type Invitation = { readonly email: string; readonly role: StaffRole };
type OwnInvitation = { readonly token: string; readonly invitation: Invitation };

/** Says that the role is theirs, and opens the first page of their work. */
function useBeginWork(role: StaffRole) {
  const reloadSession = useSessionReload();
  const navigate = useNavigate();
  return async () => {
    const session = await reloadSession();
    showToast({
      title: t("auth.invitation.accepted", { role: roleName(role) }),
      kind: "success",
      place: signInToasts,
    });
    await navigate(session === null ? "/login" : homePath(session.person), { replace: true });
  };
}

const schema = z.object({
  fullName: requiredName(() => t("fields.fullNameMissing")),
  password: requiredPassword(() => t("fields.passwordNotChosen")),
});

/** @param props.onTaken called when the address has got an account in the meantime. */
function NewAccountForm(props: OwnInvitation & { onTaken: () => void }) {
  const { token, invitation } = props;
  const client = useApiClient();
  const beginWork = useBeginWork(invitation.role);
  const form = useAppForm({
    schema,
    initialValues: { fullName: "", password: "" },
    draft: null,
    startAt: "fullName",
    fieldOf: { weak_password: "password" },
    onSubmit: async (values) => {
      await client.auth.acceptInvitation({ token, ...values });
      await beginWork();
    },
    onError: (error) => {
      if (apiErrorCode(error) === "email_taken") props.onTaken();
    },
  });
  return (
    <Form form={form} label={t("auth.createAccount")}>
      <FormError form={form} fallback={t("auth.invitation.notAccepted")} />
      <Text size="sm">{t("auth.invitation.for", { email: invitation.email })}</Text>
      <TextInput {...form.field("fullName")} label={t("common.fullName")} autoComplete="name" />
      <PasswordField
        field={form.field("password")}
        label={t("common.password")}
        description={t("auth.passwordRule", { minimum: passwordLength.minimum })}
        purpose="new"
      />
      <Button type="submit" fullWidth loading={form.isSubmitting}>
        {t("auth.createAccount")}
      </Button>
    </Form>
  );
}

function AcceptRole(props: OwnInvitation & { person: Person }) {
  const { token, invitation, person } = props;
  const client = useApiClient();
  const beginWork = useBeginWork(invitation.role);
  const accept = useAction(
    {
      mutationFn: async (_input: null) => {
        await client.auth.acceptInvitedRole({ token });
        await beginWork();
      },
    },
    { done: () => null, failed: () => t("auth.invitation.notAccepted") },
  );
  return (
    <Stack gap="md">
      <Text>{t("auth.invitation.acceptAs", { email: person.email })}</Text>
      <Button loading={accept.isRunning} onClick={() => void accept.run(null)}>
        {t("auth.invitation.accept")}
      </Button>
    </Stack>
  );
}

function OtherAccount(props: { own: string; email: string }) {
  const client = useApiClient();
  const reloadSession = useSessionReload();
  const signOut = useAction(
    {
      mutationFn: async (_input: null) => {
        await client.auth.signOut({});
        await reloadSession();
      },
    },
    { done: () => null },
  );
  return (
    <Stack gap="md">
      <FormAlert kind="info" message={t("auth.invitation.otherAccount", props)} />
      <Button loading={signOut.isRunning} onClick={() => void signOut.run(null)}>
        {t("auth.invitation.logOut")}
      </Button>
    </Stack>
  );
}

function InvalidInvitation(props: { sentence: string; children?: Elements }) {
  return (
    <>
      <PageHeader title={t("auth.invitation.title", { brand: brandName })} />
      <Stack gap="md" align="flex-start">
        <FormAlert message={props.sentence} />
        {props.children}
        <Anchor component={Link} to="/login">
          {t("auth.goToLogin")}
        </Anchor>
      </Stack>
    </>
  );
}

function WithToken(props: { token: string }) {
  const { token } = props;
  const { state, person } = useSession();
  const query = useQuery({
    ...useApi().auth.readInvitation.queryOptions({ input: { token } }),
    retry: (failures, error) => failures < 3 && apiErrorCode(error) === null,
  });
  const { data: invitation, error } = query;
  if (invitation === undefined && error !== null) {
    const isLost = apiErrorCode(error) === null;
    return (
      <InvalidInvitation sentence={apiErrorMessage(error, t("auth.invitation.notRead"))}>
        {isLost ? (
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            {t("common.tryAgain")}
          </Button>
        ) : null}
      </InvalidInvitation>
    );
  }
  if (invitation === undefined || state === "loading") {
    return (
      <>
        <PageHeader title={t("auth.invitation.title", { brand: brandName })} />
        <LoadingLines />
      </>
    );
  }
  const { email, role, invitedBy, hasAccount } = invitation;
  const own = { token, invitation };
  return (
    <>
      <PageHeader
        title={t("auth.invitation.title", { brand: brandName })}
        description={t("auth.invitation.by", { invitedBy, role: roleName(role) })}
      />
      {person !== null && person.email !== email ? (
        <OtherAccount own={person.email} email={email} />
      ) : person !== null ? (
        <AcceptRole {...own} person={person} />
      ) : hasAccount ? (
        <SignInForm
          operation="signIn"
          emailLabel={t("common.email")}
          initialEmail={email}
          errorSentence={() => t("sentences.loginFailed")}
          notice={() => <FormAlert kind="info" message={t("auth.invitation.logIn", { email })} />}
        />
      ) : (
        <NewAccountForm {...own} onTaken={() => void query.refetch()} />
      )}
    </>
  );
}

export function meta() {
  return [
    { title: t("auth.invitation.title", { brand: brandName }) },
    { name: "robots", content: "noindex" },
  ];
}

export default function InvitationPage() {
  const token = useLinkToken("invitationToken");
  if (token === null) return <InvalidInvitation sentence={t("auth.invitation.incomplete")} />;
  return <WithToken token={token} />;
}
