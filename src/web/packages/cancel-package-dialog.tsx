import { Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { t } from "./details-messages.ts";

/** Asks whether to cancel an own package, and says whether that returns one of the month's quota. */
export function CancelPackageDialog(props: {
  packageId: string;
  returnsQuota: boolean;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { packageId, returnsQuota } = props;
  const api = useApi();
  const queryClient = useQueryClient();
  const cancelling = useMutation(api.packages.cancelPackage.mutationOptions());
  const [reason, setReason] = useState("");
  const cancel = async () => {
    try {
      const { isQuotaReturned } = await cancelling.mutateAsync({ packageId, reason });
      showToast({
        title: t("package-details.cancel.success"),
        description: t(
          isQuotaReturned
            ? "package-details.cancel.quotaReturned"
            : "package-details.cancel.quotaUnchanged",
        ),
        kind: "success",
        place: "package",
      });
    } catch (error) {
      showToast({
        title: t("package-details.cancel.failed"),
        description: apiErrorMessage(error, t("toasts.unexpected.description")),
        kind: "destructive",
        place: "package",
      });
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.packages.key() });
      void queryClient.invalidateQueries({ queryKey: api.plans.readSubscription.key() });
    }
  };
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("package-details.cancel.title")}
      confirmLabel={t("package-details.cancel.confirm")}
      dismissLabel={t("package-details.cancel.keep")}
      isDestructive
      onConfirm={cancel}
    >
      <Stack gap="md">
        <Text size="sm">
          {t(returnsQuota ? "package-details.cancel.textWithQuota" : "package-details.cancel.text")}
        </Text>
        <TextInput
          label={t("common.reason")}
          description={t("package-details.optional")}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
