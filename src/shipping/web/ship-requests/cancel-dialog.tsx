import { List, Stack, Text } from "@mantine/core";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { moneyText } from "#ui/web/figures.tsx";
import { doneCents } from "./request-words.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { useShipRequestAct } from "./use-ship-request-act.tsx";

/** What cancelling means for the money in the request's state. */
function moneyTexts(request: ShipRequest): readonly string[] {
  const { heldCents } = request;
  const chargedCents = doneCents(request);
  const freeCents = Math.max(0, heldCents - chargedCents);
  if (heldCents === 0 && chargedCents === 0) return [t("ship-requests.cancel.nothingHeld")];
  return [
    ...(freeCents > 0
      ? [t("ship-requests.cancel.released", { amount: moneyText(freeCents) })]
      : []),
    ...(chargedCents > 0
      ? [t("ship-requests.cancel.charged", { amount: moneyText(chargedCents) })]
      : []),
  ];
}

/** What cancelling a request does with its parcels and its money. */
export function CancelMeaning(props: { request: ShipRequest }) {
  return (
    <Stack gap="xs">
      <Text size="sm">{t("ship-requests.cancel.text")}</Text>
      <List size="sm">
        {moneyTexts(props.request).map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** Asks whether to cancel a request, and says what happens with parcels and money. */
export function CancelDialog(props: {
  request: ShipRequest;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { request } = props;
  const client = useApiClient();
  const { act } = useShipRequestAct({
    failed: t("ship-requests.cancel.failed"),
    done: t("ship-requests.cancel.done"),
  });
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("ship-requests.cancel.title")}
      confirmLabel={t("ship-requests.cancel")}
      dismissLabel={t("ship-requests.cancel.keep")}
      isDestructive
      onConfirm={() =>
        act(() => client.shipRequests.cancelShipRequest({ shipRequestId: request.id }))
      }
    >
      <CancelMeaning request={request} />
    </ConfirmDialog>
  );
}
