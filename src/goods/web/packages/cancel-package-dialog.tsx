import { Button, Group, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#goods/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { Form } from "#ui/web/form.tsx";
import { t } from "./details-messages.ts";

const reasonSchema = z.object({ reason: z.string() });

type Cancelled = { readonly packageId: string; readonly returnsQuota: boolean };

function CancelPackageForm(
  props: Cancelled & { onRunning: (isRunning: boolean) => void; onClose: () => void },
) {
  const { packageId, returnsQuota } = props;
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const form = useAppForm({
    schema: reasonSchema,
    initialValues: { reason: "" },
    startAt: "reason",
    draft: { name: `cancel-package:${packageId}` },
    onSubmit: async ({ reason }, { showToast, removeDraft }) => {
      props.onRunning(true);
      try {
        const { isQuotaReturned } = await client.packages.cancelPackage({ packageId, reason });
        removeDraft();
        showToast({
          title: t("package-details.cancel.success"),
          description: t(
            isQuotaReturned
              ? "package-details.cancel.quotaReturned"
              : "package-details.cancel.quotaUnchanged",
          ),
          kind: "success",
        });
        props.onClose();
      } finally {
        props.onRunning(false);
        void queryClient.invalidateQueries({ queryKey: api.packages.key() });
        void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
      }
    },
    onError: (error, { showToast }) =>
      showToast({
        title: t("package-details.cancel.failed"),
        description: apiErrorMessage(error, t("toasts.unexpected.description")),
        kind: "destructive",
      }),
  });
  return (
    <Form form={form} label={t("package-details.cancel.title")}>
      <Text size="sm">
        {t(returnsQuota ? "package-details.cancel.textWithQuota" : "package-details.cancel.text")}
      </Text>
      <TextInput
        {...form.field("reason")}
        label={t("common.reason")}
        description={t("package-details.optional")}
        maxLength={500}
        autoComplete="off"
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={form.isSubmitting} onClick={props.onClose}>
          {t("package-details.cancel.keep")}
        </Button>
        <Button type="submit" color="red" loading={form.isSubmitting}>
          {t("package-details.cancel.confirm")}
        </Button>
      </Group>
    </Form>
  );
}

/** Asks whether to cancel an own package, and says whether that returns one of the month's quota. */
export function CancelPackageDialog(props: Cancelled & { isOpen: boolean; onClose: () => void }) {
  const { isOpen, onClose, ...cancelled } = props;
  const [isRunning, setRunning] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("package-details.cancel.title")}
      size="sm"
      isBusy={isRunning}
    >
      {isOpen ? (
        <CancelPackageForm {...cancelled} onRunning={setRunning} onClose={onClose} />
      ) : null}
    </Dialog>
  );
}
