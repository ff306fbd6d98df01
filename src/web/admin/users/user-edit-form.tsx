import { Alert, Button, Group, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UserDetails } from "#contract/admin-users.ts";
import { toasts } from "#contract/messages.ts";
import {
  differingFields,
  mergedEdit,
  needsReason,
  type AccountFields,
} from "#core/account-edit.ts";
import { planByName, plans, type PlanName } from "#core/plan.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { isReauthenticationRequired, useReauthentication } from "#web/auth/reauthentication.tsx";
import { fieldErrors } from "#web/ui/field-errors.ts";
import { Form } from "#web/ui/plain-form.tsx";
import { Select } from "#web/ui/select.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { showToast } from "#web/ui/toast.tsx";
import { UserConflict } from "./user-conflict.tsx";
import {
  conflictingAccount,
  fieldsOf,
  parseQuota,
  draftErrors,
  type DraftField,
} from "./user-draft.ts";
import { isBilled } from "./user-facts.tsx";

const typedFields = ["fullName", "email", "packageQuota", "reason"] as const;

const notOwnText = "Another administrator can change it.";

type EditFormProps = {
  user: UserDetails;
  isOwn: boolean;
  onBusy: (isBusy: boolean) => void;
  onEndPlan: () => void;
  onCancel: () => void;
  onSaved: () => void;
};

/** Saves the account if it is still as `from` says; otherwise the server answers with a conflict. */
function useSaving(user: UserDetails, onBusy: (isBusy: boolean) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const mutation = useMutation(api.users.updateUser.mutationOptions());
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const [expected, setExpected] = useState<AccountFields>(fieldsOf(user));
  const save = async (from: AccountFields, wanted: AccountFields, reason: string) => {
    onBusy(true);
    try {
      const edit = { userId: user.id, expectedFields: from, ...wanted, reason };
      await withReauthentication(() => mutation.mutateAsync(edit));
    } finally {
      onBusy(false);
      void queryClient.invalidateQueries({ queryKey: api.users.listUsers.key() });
      void queryClient.invalidateQueries({ queryKey: api.users.readUser.key() });
    }
  };
  return { expected, setExpected, save, isSaving: mutation.isPending, reauthenticationDialog };
}

function useEditForm({ user, onBusy, onSaved }: EditFormProps) {
  const saving = useSaving(user, onBusy);
  const { expected, setExpected } = saving;
  const fields = useTextFields<DraftField>(
    {
      fullName: expected.fullName,
      email: expected.email,
      packageQuota: String(expected.packageQuota),
      reason: "",
    },
    "fullName",
  );
  const [subscription, setSubscription] = useState(expected.subscription);
  const [saved, setSaved] = useState<AccountFields | null>(null);
  const { fullName, email, packageQuota, reason } = fields.values;
  const wanted: AccountFields = {
    fullName: fullName.trim(),
    email: email.trim().toLowerCase(),
    subscription,
    packageQuota: parseQuota(packageQuota),
  };
  const show = (account: AccountFields) => {
    fields.write("fullName", account.fullName);
    fields.write("email", account.email);
    fields.write("packageQuota", String(account.packageQuota));
    setSubscription(account.subscription);
  };
  const choosePlan = (plan: PlanName | null) => {
    setSubscription(plan);
    fields.write("packageQuota", String(plan === null ? 0 : planByName(plan).packageQuota));
  };
  const send = async (from: AccountFields, to: AccountFields) => {
    if (fields.reject(draftErrors(from, to, reason))) return;
    if (differingFields(from, to).length === 0) return onSaved();
    try {
      await saving.save(from, to, reason.trim());
      showToast({ title: "User updated", kind: "success" });
      onSaved();
    } catch (error) {
      if (isReauthenticationRequired(error)) return fields.focus("fullName");
      const conflicting = conflictingAccount(error);
      setSaved(conflicting);
      const at = {
        invalid_email: "email",
        email_taken: "email",
        configured_admin: "email",
      } as const;
      fields.reject(fieldErrors(error, typedFields, at));
      // The form itself then offers both versions, so that the message must not suggest a reload.
      const description = conflicting
        ? "Somebody else saved this account first."
        : apiErrorMessage(error, toasts.unexpected.description);
      showToast({ ...toasts.userNotUpdated, description, kind: "destructive" });
    }
  };
  return {
    ...saving,
    fields,
    wanted,
    subscription,
    saved,
    setSaved,
    show,
    choosePlan,
    send,
    setExpected,
  };
}

function PlanField(props: {
  value: PlanName | null;
  isDisabled: boolean;
  onChange: (plan: PlanName | null) => void;
}) {
  return (
    <Select
      label="Subscription"
      data={[
        { value: "", label: "None" },
        ...plans.map(({ name }) => ({ value: name, label: name })),
      ]}
      value={props.value ?? ""}
      allowDeselect={false}
      disabled={props.isDisabled}
      onChange={(value) => props.onChange(plans.find(({ name }) => name === value)?.name ?? null)}
    />
  );
}

/** Consequences of a change that the fields do not show. */
function Consequences(props: {
  changed: readonly string[];
  isBilledPlan: boolean;
  onEndPlan: () => void;
}) {
  const { changed } = props;
  return (
    <>
      {props.isBilledPlan ? (
        <Alert color="sea">
          <Group justify="space-between" gap="sm">
            <Text size="sm" flex="1 1 14rem">
              The payment provider bills this plan. End it there before you assign another.
            </Text>
            <Button size="xs" variant="default" onClick={props.onEndPlan}>
              End subscription
            </Button>
          </Group>
        </Alert>
      ) : null}
      {changed.includes("email") ? (
        <Alert color="yellow">
          All their devices are logged out, and they log in again once they have used the link that
          we send to the new address. The old address is notified.
        </Alert>
      ) : null}
      {changed.includes("subscription") && !props.isBilledPlan ? (
        <Alert color="sea">
          A plan assigned here is not billed. Its package quota is filled today, and on this day of
          each month.
        </Alert>
      ) : null}
    </>
  );
}

/** The input stays on every failure; the first wrong field gets the focus. */
export function UserEditForm(props: EditFormProps) {
  const form = useEditForm(props);
  const { fields, expected, wanted, saved, isSaving } = form;
  const changed = differingFields(expected, wanted);
  const isBilledPlan = isBilled(props.user.plan);
  const takeTheirs = (account: AccountFields) => {
    form.setExpected(account);
    form.show(account);
    form.setSaved(null);
  };
  const saveMine = (account: AccountFields) => {
    const mine = mergedEdit(expected, wanted, account);
    takeTheirs(account);
    form.show(mine);
    void form.send(account, mine);
  };
  return (
    <>
      <Form label="Edit user" onSubmit={() => form.send(expected, wanted)}>
        {saved === null ? null : (
          <UserConflict
            current={saved}
            mine={mergedEdit(expected, wanted, saved)}
            isSaving={isSaving}
            onTakeTheirs={() => takeTheirs(saved)}
            onSaveMine={() => saveMine(saved)}
          />
        )}
        <TextInput {...fields.field("fullName")} label="Full name" required maxLength={200} />
        <TextInput
          {...fields.field("email")}
          type="email"
          label="Email"
          required
          maxLength={254}
          disabled={props.isOwn}
          description={props.isOwn ? notOwnText : undefined}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <PlanField
            value={form.subscription}
            isDisabled={isBilledPlan || props.isOwn}
            onChange={form.choosePlan}
          />
          <TextInput
            {...fields.field("packageQuota")}
            label="Package quota"
            disabled={props.isOwn}
            description={props.isOwn ? notOwnText : "Remaining this month."}
            inputWrapperOrder={["label", "input", "description", "error"]}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
          />
        </SimpleGrid>
        <Consequences changed={changed} isBilledPlan={isBilledPlan} onEndPlan={props.onEndPlan} />
        {needsReason(changed) ? (
          <TextInput
            {...fields.field("reason")}
            label="Reason"
            description="Recorded in the audit log."
            required
            maxLength={500}
            autoComplete="off"
          />
        ) : null}
        <Group gap="sm" justify="flex-end">
          <Button variant="default" disabled={isSaving} onClick={props.onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save changes
          </Button>
        </Group>
      </Form>
      {form.reauthenticationDialog}
    </>
  );
}
