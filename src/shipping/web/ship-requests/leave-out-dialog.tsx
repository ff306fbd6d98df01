import { Stack, Text } from "@mantine/core";
import { useId, useState } from "react";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { Dialog, DialogButtons } from "#ui/web/dialog.tsx";
import { FocusedAlert, FormAlert } from "#ui/web/form.tsx";
import { useIdempotencyKey } from "#ui/web/idempotency-key.ts";
import { TickBox } from "#ui/web/tick-box.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { RequestedLine, RequestedLines } from "./requested-lines.tsx";
import { parcelTitle } from "#goods/web/parcels/parcel-texts.ts";
import { useShowRequest } from "./use-ship-request-act.tsx";

function useLeavingOut(shipRequestId: string) {
  const show = useShowRequest();
  const client = useApiClient();
  const key = useIdempotencyKey();
  return useAction(
    {
      mutationFn: (inboundParcelIds: string[]) =>
        key.use((idempotencyKey) =>
          client.shipRequests.leaveOutParcels({ shipRequestId, inboundParcelIds, idempotencyKey }),
        ),
    },
    {
      done: (request) => {
        show(request);
        return null;
      },
      showsErrorInPlace: true,
    },
  );
}

function Choice(props: { request: ShipRequest; onClose: () => void }) {
  const { request, onClose } = props;
  const leaving = useLeavingOut(request.id);
  const [ids, setIds] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const labelId = useId();
  const packed = request.parcels.filter(({ state }) => state === "in_box");
  const chosen = packed
    .map(({ inboundParcelId }) => inboundParcelId)
    .filter((id) => ids.includes(id));
  const confirm = async () => {
    if (chosen.length === 0) return setError(t("ship-requests.leaveOut.missing"));
    if (chosen.length === packed.length) return setError(t("ship-requests.leaveOut.one"));
    setError(null);
    if (await leaving.run(chosen)) onClose();
    return undefined;
  };
  return (
    <Stack gap="lg">
      {leaving.error === null ? null : (
        <FocusedAlert
          message={apiErrorMessage(leaving.error, t("ship-requests.leaveOut.failed"))}
        />
      )}
      <Text size="sm">{t("ship-requests.leaveOut.text")}</Text>
      <div role="group" aria-labelledby={labelId}>
        <Text id={labelId} size="sm" fw={500}>
          {t("ship-requests.leaveOut.parcels")}
        </Text>
        <RequestedLines>
          {packed.map((parcel) => (
            <RequestedLine
              key={parcel.inboundParcelId}
              parcel={parcel}
              before={
                <TickBox
                  label={parcelTitle(parcel)}
                  isTicked={chosen.includes(parcel.inboundParcelId)}
                  onTick={(isTicked) =>
                    setIds(
                      isTicked
                        ? [...chosen, parcel.inboundParcelId]
                        : chosen.filter((id) => id !== parcel.inboundParcelId),
                    )
                  }
                />
              }
            />
          ))}
        </RequestedLines>
      </div>
      <FormAlert message={error} />
      <DialogButtons
        label={t("ship-requests.leaveOut.confirm", { count: chosen.length })}
        isRunning={leaving.isRunning}
        onCancel={onClose}
        onConfirm={() => void confirm()}
      />
    </Stack>
  );
}

/** Moves parcels of a packed box into a new package, so that the rest can go. */
export function LeaveOutDialog(props: {
  request: ShipRequest;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { isOpen, request, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("ship-requests.leaveOut")}>
      <Choice request={request} onClose={onClose} />
    </Dialog>
  );
}
