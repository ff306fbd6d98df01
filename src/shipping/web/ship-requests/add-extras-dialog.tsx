import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { unpacking } from "#catalogue/rules/extra-service.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { Dialog, DialogButtons } from "#ui/web/dialog.tsx";
import { moneyText } from "#ui/web/figures.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { extrasCents, type ChosenExtra, ExtraServicePicker } from "./extra-service-picker.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { RequestError } from "./use-ship-request-act.tsx";
import { parcelTitle } from "#goods/web/parcels/parcel-texts.ts";

/** Orders extra services one after the other, each once; those that were ordered are no longer chosen. */
function useOrdering(packageId: string) {
  const client = useApiClient();
  const refetch = useRefetch();
  const keys = useRef(new Map<string, string>());
  const [chosen, setChosen] = useState<readonly ChosenExtra[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isOrdering, setOrdering] = useState(false);
  const order = async (extra: ChosenExtra) => {
    const name = JSON.stringify(extra);
    const idempotencyKey = keys.current.get(name) ?? crypto.randomUUID();
    // Without an answer it may be ordered; a repeat with the same key orders it only once.
    keys.current.set(name, idempotencyKey);
    try {
      await client.extraServices.requestExtraService({
        ...extra,
        packageId: extra.inboundParcelId === null ? packageId : null,
        idempotencyKey,
      });
      keys.current.delete(name);
      setChosen((before) => before.filter((one) => JSON.stringify(one) !== name));
    } catch (failure) {
      if (apiErrorCode(failure) !== null) keys.current.delete(name);
      throw failure;
    }
  };
  const orderAll = async () => {
    setError(null);
    setOrdering(true);
    try {
      for (const extra of chosen) await order(extra);
    } catch (failure) {
      setError(failure);
      throw failure;
    } finally {
      setOrdering(false);
      refetch();
    }
  };
  return { chosen, setChosen, error, isOrdering, orderAll };
}

function Choice(props: { request: ShipRequest; packageId: string; onClose: () => void }) {
  const { request, onClose } = props;
  const query = useQuery(useApi().extraServices.listExtraServices.queryOptions({ input: {} }));
  const ordering = useOrdering(props.packageId);
  if (query.data === undefined) {
    return <NotLoaded query={query} failure={{ title: t("ship-requests.notLoaded") }} lines={6} />;
  }
  const offered = query.data.items.filter(({ code }) => code !== unpacking);
  const parcels = request.parcels
    .filter(({ state }) => state === "to_find" || state === "in_box")
    .map((parcel) => ({ id: parcel.inboundParcelId, name: parcelTitle(parcel) }));
  const { chosen, error } = ordering;
  return (
    <Stack gap="lg">
      <RequestError error={error} />
      <Text size="sm">{t("ship-requests.extra.text")}</Text>
      <ExtraServicePicker
        offered={offered}
        parcels={parcels}
        chosen={chosen}
        onChange={ordering.setChosen}
      />
      <DialogButtons
        label={t("ship-requests.extra.order", { amount: moneyText(extrasCents(chosen, offered)) })}
        cancelLabel={t("common.close")}
        isRunning={ordering.isOrdering}
        isDisabled={chosen.length === 0}
        onCancel={onClose}
        // A failure is shown above the list.
        onConfirm={() => void ordering.orderAll().then(onClose, () => undefined)}
      />
    </Stack>
  );
}

/** Orders extra services for a request whose box is still open. */
export function AddExtrasDialog(props: {
  request: ShipRequest;
  packageId: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { isOpen, ...rest } = props;
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t("ship-requests.extra.add")}>
      {isOpen ? <Choice {...rest} /> : null}
    </Dialog>
  );
}
