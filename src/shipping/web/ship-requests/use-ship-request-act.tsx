import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorMessage, apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { FocusedAlert } from "#ui/web/form.tsx";

/** Shows the new state of a request at once. */
export function useShowRequest() {
  const api = useApi();
  const queryClient = useQueryClient();
  return (request: ShipRequest) => {
    const { queryKey } = api.shipRequests.readShipRequest.queryOptions({
      input: { shipRequestId: request.id },
    });
    queryClient.setQueryData(queryKey, request);
  };
}

/** Acts on a request, one act at a time, and says in a toast what came of it; `act` returns whether it worked. */
export function useShipRequestAct(options: { readonly failed: string; readonly done?: string }) {
  const show = useShowRequest();
  const isActing = useRef(false);
  const { run, isRunning } = useAction(
    { mutationFn: (work: () => Promise<ShipRequest>) => work() },
    {
      done: (request) => {
        show(request);
        return options.done === undefined ? null : { title: options.done };
      },
      failed: () => options.failed,
    },
  );
  const act = async (work: () => Promise<ShipRequest>): Promise<boolean> => {
    if (isActing.current) return false;
    isActing.current = true;
    const isDone = await run(work);
    isActing.current = false;
    return isDone;
  };
  return { act, isActing: isRunning };
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
