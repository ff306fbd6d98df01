import { Text, Textarea } from "@mantine/core";
import * as z from "zod/mini";
import type { User } from "#office/contract/admin-users.ts";
import type { EndedPlanPayment } from "#money/contract/plans.ts";
import { useApiClient } from "#office/web/api.ts";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { DialogForm, FormError } from "#ui/web/form.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

export type AccountMode = "suspend" | "restore" | "endPlan" | "refundPlan";

const schema = z.object({
  reason: requiredText(() => t("toasts.missingAdjustmentInformation.description")),
});

/** A function that runs the action, and the dialog for the password. */
function useAccountAction(user: User, mode: AccountMode, payment: EndedPlanPayment | null) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const act = async (reason: string): Promise<void> => {
    const input = { userId: user.id, reason };
    try {
      await withReauthentication<unknown>(() => {
        if (mode === "suspend") return client.users.suspendUser(input);
        if (mode === "restore") return client.users.restoreUser(input);
        if (mode === "endPlan") return client.plans.endSubscription(input);
        return client.plans.refundPlanPayment({ ...input, invoiceId: payment?.invoiceId ?? "" });
      });
    } finally {
      refetch();
    }
  };
  return { act, reauthenticationDialog };
}

/** The input stays on every failure. `onDone` is called after success. */
export function ReasonForm(props: {
  user: User;
  mode: AccountMode;
  /** What is refunded. */
  payment: EndedPlanPayment | null;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { user, mode, payment } = props;
  const { act, reauthenticationDialog } = useAccountAction(user, mode, payment);
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    draft: { name: `${mode}:${user.id}` },
    startAt: "reason",
    onSubmit: async ({ reason }, { showToast }) => {
      props.onBusy(true);
      try {
        await act(reason);
        showToast({ title: t(`admin-users.done.${mode}`), kind: "success" });
        props.onDone();
      } finally {
        props.onBusy(false);
      }
    },
  });
  return (
    <>
      <DialogForm
        form={form}
        label={t(`admin-users.submit.${mode}`)}
        submitLabel={t(`admin-users.submit.${mode}`)}
        onCancel={props.onCancel}
        {...(mode === "restore" ? {} : { color: "red" })}
        fallback={null}
      >
        <Text size="sm">
          <RichText
            id={`admin-users.intro.${mode}`}
            values={{ email: user.email, amount: moneyText(payment?.refundableCents ?? 0) }}
            components={{ user: <Text span inherit fw={600} /> }}
          />
        </Text>
        <FormError form={form} fallback={t("toasts.unexpected.description")} />
        <Textarea
          {...form.field("reason")}
          label={t("common.reason")}
          description={
            mode === "suspend" ? t("admin-users.suspensionNote") : t("admin-users.reasonNote")
          }
          required
          rows={2}
          maxLength={500}
        />
      </DialogForm>
      {reauthenticationDialog}
    </>
  );
}
