import { Button, Group, Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { User } from "#contract/admin-users.ts";
import { t } from "#web/i18n/messages.tsx";
import { useApi, useApiClient } from "#web/api.tsx";
import { useReauthentication } from "#web/auth/reauthentication.tsx";
import { useAppForm } from "#web/ui/app-form.ts";
import { requiredText } from "#web/ui/field-rules.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { Form } from "#web/ui/form.tsx";

export type AccountMode = "suspend" | "restore" | "endPlan";

const words = {
  suspend: {
    intro:
      "The customer is logged out on all devices and cannot log in. Wallet, plan and packages stay. A subscription is billed until you end it.",
    note: "The customer gets the reason by email.",
    submit: "Suspend account",
    done: "Account suspended",
  },
  restore: {
    intro: "The customer can log in again and is notified by email.",
    note: "Recorded in the audit log.",
    submit: "Lift suspension",
    done: "Suspension lifted",
  },
  endPlan: {
    intro:
      "The subscription ends immediately at the payment provider, and the plan ends here too. Nothing is refunded.",
    note: "Recorded in the audit log.",
    submit: "End subscription",
    done: "Subscription ended",
  },
} as const satisfies Record<AccountMode, Record<"intro" | "note" | "submit" | "done", string>>;

const schema = z.object({
  reason: requiredText(() => t("toasts.missingAdjustmentInformation.description")),
});

/** A function that runs the action, and the dialog for the password. */
function useAccountAction(user: User, mode: AccountMode) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const act = async (reason: string): Promise<void> => {
    const input = { userId: user.id, reason };
    try {
      await withReauthentication<unknown>(() => {
        if (mode === "suspend") return client.users.suspendUser(input);
        if (mode === "restore") return client.users.restoreUser(input);
        return client.plans.endSubscription(input);
      });
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.users.listUsers.key() });
      void queryClient.invalidateQueries({ queryKey: api.users.readUser.key() });
    }
  };
  return { act, reauthenticationDialog };
}

/** The input stays on every failure. `onDone` is called after success. */
export function ReasonForm(props: {
  user: User;
  mode: AccountMode;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { user, mode } = props;
  const { act, reauthenticationDialog } = useAccountAction(user, mode);
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    startAt: "reason",
    onSubmit: async ({ reason }, { showToast }) => {
      props.onBusy(true);
      try {
        await act(reason);
        showToast({ title: words[mode].done, kind: "success" });
        props.onDone();
      } finally {
        props.onBusy(false);
      }
    },
  });
  return (
    <>
      <Form form={form} label={words[mode].submit}>
        <Text size="sm">
          <Text span inherit fw={600}>
            {user.email}
          </Text>
          {`: ${words[mode].intro}`}
        </Text>
        <FormError form={form} fallback={t("toasts.unexpected.description")} />
        <Textarea
          {...form.field("reason")}
          label="Reason"
          description={words[mode].note}
          required
          rows={2}
          maxLength={500}
        />
        <Group gap="sm" justify="flex-end">
          <Button variant="default" disabled={form.isSubmitting} onClick={props.onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={form.isSubmitting}
            {...(mode === "restore" ? {} : { color: "red" })}
          >
            {words[mode].submit}
          </Button>
        </Group>
      </Form>
      {reauthenticationDialog}
    </>
  );
}
