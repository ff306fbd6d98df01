import { Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#web/i18n/messages.tsx";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";

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
        title: "Package cancelled",
        description: isQuotaReturned
          ? "One package was added back to this month's quota."
          : "This month's quota does not change.",
        kind: "success",
        place: "package",
      });
    } catch (error) {
      showToast({
        title: "Failed to cancel package",
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
      title="Cancel this package?"
      confirmLabel="Cancel package"
      dismissLabel="Keep package"
      isDestructive
      onConfirm={cancel}
    >
      <Stack gap="md">
        <Text size="sm">
          We will not forward it, and this cannot be undone.{" "}
          {returnsQuota
            ? "One package is added back to this month's quota."
            : "This package does not count toward this month's quota, so the quota does not change."}
        </Text>
        <TextInput
          label="Reason"
          description="Optional."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
