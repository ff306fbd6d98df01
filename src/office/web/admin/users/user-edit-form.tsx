import { Alert, Button, Group, SimpleGrid, Text, TextInput } from "@mantine/core";
import type { UserDetails } from "#office/contract/admin-users.ts";
import {
  differingFields,
  mergedEdit,
  needsReason,
  type AccountFields,
  type AccountField,
} from "#people/rules/account-edit.ts";
import { plans } from "#catalogue/rules/plan.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#office/web/api.ts";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { accountOf, editSchema, fieldsOf, readAccount, textsOf } from "./user-draft.ts";
import { isBilled } from "./user-facts.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { EditConflict, useEditConflict } from "#ui/web/admin/edit-conflict.tsx";

type EditFormProps = {
  user: UserDetails;
  isOwn: boolean;
  onBusy: (isBusy: boolean) => void;
  onEndPlan: () => void;
  onCancel: () => void;
  onSaved: () => void;
};

type EditForm = ReturnType<typeof useEditForm>["form"];

/** A function that saves the account if it is still as `from` says; otherwise it rejects with a conflict. */
function useSaving(user: UserDetails, onBusy: (isBusy: boolean) => void) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const save = async (from: AccountFields, wanted: AccountFields, reason: string) => {
    onBusy(true);
    try {
      const edit = { userId: user.id, expectedVersion: from, ...wanted, reason };
      await withReauthentication(() => client.users.updateUser(edit));
    } finally {
      onBusy(false);
      refetch();
    }
  };
  return { save, reauthenticationDialog };
}

function useEditForm({ user, onBusy, onSaved }: EditFormProps) {
  const { save, reauthenticationDialog } = useSaving(user, onBusy);
  const conflict = useEditConflict<AccountFields>(fieldsOf(user), readAccount);
  const { base: expected } = conflict;
  const form = useAppForm({
    schema: editSchema(expected),
    initialValues: { ...textsOf(expected), reason: "" },
    startAt: "fullName",
    fieldOf: { invalid_email: "email", email_taken: "email", configured_admin: "email" },
    draft: { name: `user:${user.id}`, version: JSON.stringify(textsOf(expected)) },
    onSubmit: async ({ wanted, reason }, { showToast }) => {
      if (differingFields(expected, wanted).length > 0) {
        await save(expected, wanted, reason);
        showToast({ title: t("admin-users.updated"), kind: "success" });
      }
      onSaved();
    },
    onError: (error, { showToast }) => {
      // The form itself then offers both versions, so that the message must not suggest a reload.
      const description = conflict.catchError(error)
        ? t("admin-users.conflict.text")
        : apiErrorMessage(error, t("toasts.unexpected.description"));
      showToast({ ...toastText("userNotUpdated"), description, kind: "destructive" });
    },
  });
  return { form, conflict, wanted: accountOf(form.values), reauthenticationDialog };
}

function PlanField({ form, isDisabled }: { form: EditForm; isDisabled: boolean }) {
  return (
    <Select
      {...form.field("subscription")}
      label={t("admin-users.subscription")}
      data={[
        { value: "", label: t("common.none") },
        ...plans.map(({ name }) => ({ value: name, label: name })),
      ]}
      allowDeselect={false}
      disabled={isDisabled}
      onChange={(value) => {
        const plan = plans.find(({ name }) => name === value);
        const packageQuota = String(plan?.packageQuota ?? 0);
        form.write({ subscription: plan?.name ?? "", packageQuota });
      }}
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
              {t("admin-users.plan.billed")}
            </Text>
            <Button size="xs" variant="default" onClick={props.onEndPlan}>
              {t("admin-users.submit.endPlan")}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {changed.includes("email") ? (
        <Alert color="yellow">{t("admin-users.emailChange")}</Alert>
      ) : null}
      {changed.includes("subscription") && !props.isBilledPlan ? (
        <Alert color="sea">{t("admin-users.plan.assigned")}</Alert>
      ) : null}
    </>
  );
}

/** The input stays on every failure; the first wrong field gets the focus. */
export function UserEditForm(props: EditFormProps) {
  const { form, conflict, wanted, reauthenticationDialog } = useEditForm(props);
  const { base: expected, saved } = conflict;
  const changed = differingFields(expected, wanted);
  const isBilledPlan = isBilled(props.user.plan);
  return (
    <>
      <DialogForm
        form={form}
        label={t("admin-users.editUser")}
        submitLabel={t("admin-users.saveChanges")}
        onCancel={props.onCancel}
        fallback={null}
      >
        {saved === undefined ? null : (
          <UserConflict
            current={saved}
            mine={mergedEdit(expected, wanted, saved)}
            isSaving={form.isSubmitting}
            onTakeTheirs={() => {
              conflict.accept(saved);
              form.write(textsOf(saved));
            }}
            onSaveMine={() =>
              conflict.saveMine(form, saved, textsOf(mergedEdit(expected, wanted, saved)))
            }
          />
        )}
        <TextInput
          {...form.field("fullName")}
          label={t("common.fullName")}
          required
          maxLength={200}
        />
        <TextInput
          {...form.field("email")}
          type="email"
          label={t("common.email")}
          required
          maxLength={254}
          disabled={props.isOwn}
          description={props.isOwn ? t("admin-users.notOwn") : undefined}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <PlanField form={form} isDisabled={isBilledPlan || props.isOwn} />
          <TextInput
            {...form.field("packageQuota")}
            label={t("admin-users.packageQuota")}
            disabled={props.isOwn}
            description={props.isOwn ? t("admin-users.notOwn") : t("admin-users.quotaLeft")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
          />
        </SimpleGrid>
        <Consequences changed={changed} isBilledPlan={isBilledPlan} onEndPlan={props.onEndPlan} />
        {needsReason(changed) ? (
          <TextInput
            {...form.field("reason")}
            label={t("common.reason")}
            description={t("admin-users.reasonNote")}
            required
            maxLength={500}
            autoComplete="off"
          />
        ) : null}
      </DialogForm>
      {reauthenticationDialog}
    </>
  );
}

const labels = {
  fullName: "common.fullName",
  email: "common.email",
  subscription: "admin-users.subscription",
  packageQuota: "admin-users.packageQuota",
} as const satisfies Record<AccountField, string>;

function shown(fields: AccountFields, name: AccountField) {
  const value = fields[name];
  if (name === "email") return <EmailText>{String(value)}</EmailText>;
  return value === null ? t("common.none") : String(value);
}

/**
 * @param props.current the account as it is saved now.
 * @param props.mine the account with the own changes applied to `current`.
 */
function UserConflict(props: {
  current: AccountFields;
  mine: AccountFields;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { current, mine, ...rest } = props;
  return (
    <EditConflict
      title={t("admin-users.conflict.title")}
      differences={differingFields(current, mine).map((name) => ({
        label: t(labels[name]),
        saved: shown(current, name),
        mine: shown(mine, name),
      }))}
      {...rest}
    />
  );
}
