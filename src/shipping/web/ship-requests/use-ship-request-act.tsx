import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { apiErrorMessage, apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { FocusedAlert } from "#ui/web/form.tsx";

/** Shows the new state of a request at once, and reads again what follows from it. */
export function useShipRequestChange() {
  const api = useApi();
  const queryClient = useQueryClient();
  const show = (request: ShipRequest) => {
    const { queryKey } = api.shipRequests.readShipRequest.queryOptions({
      input: { shipRequestId: request.id },
    });
    queryClient.setQueryData(queryKey, request);
  };
  const readAgain = () => {
    const areas = [
      api.shipRequests,
      api.packages,
      api.inboundParcels,
      api.wallet,
      api.plans.readSubscription,
    ];
    for (const area of areas) void queryClient.invalidateQueries({ queryKey: area.key() });
  };
  return { show, readAgain };
}

/** Acts on a request, one act at a time; a failure is shown in a toast titled `failure`, and `act` rejects. */
export function useShipRequestAct() {
  const { show, readAgain } = useShipRequestChange();
  const [isActing, setActing] = useState(false);
  const isRunning = useRef(false);
  const act = async (work: () => Promise<ShipRequest>, failure: string): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setActing(true);
    try {
      show(await work());
    } catch (error) {
      showToast({
        title: failure,
        description: apiErrorMessage(error, t("toasts.unexpected.description")),
        kind: "destructive",
        place: "ship-request",
      });
      throw error;
    } finally {
      isRunning.current = false;
      setActing(false);
      readAgain();
    }
  };
  return { act, isActing };
}

/** Why something about a request was refused; nothing for null. */
export function RequestError(props: { error: unknown }) {
  const { error } = props;
  if (error === null) return null;
  return (
    <FocusedAlert
      message={
        // The message of the server is worded for staff.
        apiErrorCode(error) === "insufficient_balance"
          ? t("ship-requests.balanceTooLow")
          : apiErrorMessage(error, t("toasts.unexpected.description"))
      }
    />
  );
}
