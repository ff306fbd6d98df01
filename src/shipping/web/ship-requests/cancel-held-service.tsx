import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** Cancels extra services, for which what is held returns to the balance. */
function useCancelling() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation(
    api.extraServices.cancelExtraService.mutationOptions({
      onError: (error) =>
        showToast({
          title: t("wallet.holds.notCancelled"),
          description: apiErrorMessage(error, t("toasts.unexpected.description")),
          kind: "destructive",
          place: "wallet-holds",
        }),
      onSettled: () => {
        for (const area of [api.wallet, api.shipRequests, api.inboundParcels, api.packages]) {
          void queryClient.invalidateQueries({ queryKey: area.key() });
        }
      },
    }),
  );
}

/** The button that cancels an extra service whose price is on hold. */
export function CancelHeldService(props: { extraServiceRequestId: string; name: string }) {
  const { extraServiceRequestId, name } = props;
  const cancelling = useCancelling();
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        mt={4}
        loading={cancelling.isPending}
        aria-label={t("wallet.holds.cancelServiceNamed", { name })}
        onClick={() => cancelling.mutate({ extraServiceRequestId })}
      >
        {t("common.cancel")}
      </Button>
    </div>
  );
}
