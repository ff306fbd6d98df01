import { Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { useApi, useApiClient } from "#office/web/api.ts";
import type { StaffInvitation } from "#people/contract/staff-invitations.ts";
import { emailField } from "#people/web/auth/auth-fields.tsx";
import {
  ReauthenticationDialog,
  type Reauthentication,
} from "#people/web/auth/reauthentication.tsx";
import { staffRoles } from "#platform/rules/staff-role.ts";
import { useAction, useRefetched } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { parsedText } from "#ui/web/field-rules.ts";
import { momentText } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { roleName } from "#ui/web/role-text.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { aboutRole } from "./about-role.ts";

const findRole = (text: string) => staffRoles.find((role) => role === text) ?? null;

const schema = z.object({
  email: emailField,
  role: parsedText(findRole, () => t("admin-users.roles.missing")),
});

function InviteForm(props: { reauthentication: Reauthentication; onClose: () => void }) {
  const client = useApiClient();
  const refetched = useRefetched();
  const hasWarehouse = useHasWarehouse();
  const { withReauthentication } = props.reauthentication;
  const form = useAppForm({
    schema,
    initialValues: { email: "", role: "" },
    draft: { name: "invite-staff" },
    startAt: "email",
    fieldOf: {
      invalid_email: "email",
      invitation_exists: "email",
      user_is_admin: "email",
      role_granted: "role",
    },
    onSubmit: async (input, { showToast, removeDraft }) => {
      await withReauthentication(() => client.users.inviteStaff(input));
      removeDraft();
      form.reset();
      showToast({
        title: t("admin-users.invitations.sent", { email: input.email }),
        kind: "success",
      });
      await refetched();
      // The button could not keep it while it was busy.
      form.focus("email");
    },
  });
  const role = findRole(form.values.role);
  return (
    <DialogForm
      form={form}
      label={t("admin-users.invitations.open")}
      submitLabel={t("admin-users.invitations.send")}
      cancelLabel={t("common.close")}
      onCancel={props.onClose}
      fallback={t("admin-users.invitations.notSent")}
    >
      <Text size="sm" c="dimmed">
        {t("admin-users.invitations.hint")}
      </Text>
      <TextInput
        {...form.field("email")}
        type="email"
        label={t("admin-users.invitations.email")}
        autoComplete="off"
        maxLength={254}
      />
      <Select
        {...form.select("role")}
        label={t("admin-users.invitations.role")}
        description={role === null ? undefined : aboutRole(role, hasWarehouse)}
        data={staffRoles.map((value) => ({ value, label: roleName(value) }))}
      />
    </DialogForm>
  );
}

function Invitation(props: { invitation: StaffInvitation; reauthentication: Reauthentication }) {
  const {
    id: invitationId,
    email,
    role,
    invitedBy,
    invitedAt,
    expiresAt,
    isLinkValid,
  } = props.invitation;
  const { withReauthentication } = props.reauthentication;
  const client = useApiClient();
  const resend = useAction(
    {
      mutationFn: async (_input: null) =>
        await withReauthentication(() => client.users.resendStaffInvitation({ invitationId })),
    },
    {
      done: () => ({ title: t("admin-users.invitations.sent", { email }) }),
      failed: () => t("admin-users.invitations.notSent"),
      place: "staff-invitations",
    },
  );
  const withdraw = useAction(useApi().users.withdrawStaffInvitation.mutationOptions(), {
    done: () => ({ title: t("admin-users.invitations.withdrawn") }),
    failed: () => t("admin-users.invitations.notWithdrawn"),
    place: "staff-invitations",
  });
  const facts = { role: roleName(role), sent: momentText(invitedAt), invitedBy };
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} flex="1 1 16rem" miw={0}>
        <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
          {email}
        </Text>
        <Text size="sm" c={isLinkValid ? "dimmed" : "red"} style={{ overflowWrap: "anywhere" }}>
          {isLinkValid
            ? t("admin-users.invitations.until", { ...facts, until: momentText(expiresAt) })
            : t("admin-users.invitations.ended", facts)}
        </Text>
      </Stack>
      <Group gap={6}>
        <RowButton
          aria-label={t("admin-users.invitations.resendTo", { email })}
          loading={resend.isRunning}
          disabled={withdraw.isRunning}
          onClick={() => void resend.run(null)}
        >
          {t("admin-users.invitations.resend")}
        </RowButton>
        <RowButton
          aria-label={t("admin-users.invitations.withdrawOf", { email })}
          loading={withdraw.isRunning}
          disabled={resend.isRunning}
          onClick={() => void withdraw.run({ invitationId })}
        >
          {t("admin-users.invitations.withdraw")}
        </RowButton>
      </Group>
    </Group>
  );
}

function OpenInvitations(props: { reauthentication: Reauthentication }) {
  const { data, isError, isFetching, refetch } = useQuery(
    useApi().users.listStaffInvitations.queryOptions({ input: {} }),
  );
  if (data?.items.length === 0) return null;
  const content =
    data === undefined ? (
      isError ? (
        <ErrorState
          title={t("admin-users.invitations.notLoaded")}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingLines />
      )
    ) : (
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {data.items.map((invitation) => (
          <Invitation
            key={invitation.id}
            invitation={invitation}
            reauthentication={props.reauthentication}
          />
        ))}
      </Stack>
    );
  return <DialogSection title={t("admin-users.invitations.listTitle")}>{content}</DialogSection>;
}

/** Invites somebody by email to be of staff, and lists the invitations that are open. */
export function InviteDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ReauthenticationDialog {...props} title={t("admin-users.invitations.open")}>
      {(reauthentication) => (
        <Stack gap="lg">
          <InviteForm reauthentication={reauthentication} onClose={props.onClose} />
          <OpenInvitations reauthentication={reauthentication} />
        </Stack>
      )}
    </ReauthenticationDialog>
  );
}
