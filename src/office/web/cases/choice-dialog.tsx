import { List, Stack, Text } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { parcelTitle } from "#goods/web/parcels/parcel-texts.ts";
import type { CaseMessage } from "#office/contract/case-fields.ts";
import type { ChoiceEffect } from "#office/rules/case-choice.ts";
import { useApi } from "#office/web/api.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { CancelMeaning } from "#shipping/web/ship-requests/cancel-dialog.tsx";
import { beforePacked } from "#shipping/web/ship-requests/request-words.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { moneyText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { effectText } from "./choice-list.tsx";

type Choice = NonNullable<CaseMessage["choices"]>[number];

function Parcels(props: { title: string; parcels: ShipRequest["parcels"] }) {
  if (props.parcels.length === 0) return null;
  return (
    <>
      <Text size="sm">{props.title}</Text>
      <List size="sm">
        {props.parcels.map((parcel) => (
          <List.Item key={parcel.inboundParcelId}>{parcelTitle(parcel)}</List.Item>
        ))}
      </List>
    </>
  );
}

/** What a choice means for the parcels and the money of its ship request. */
function RequestMeaning(props: { choice: Choice; effect: ChoiceEffect; request: ShipRequest }) {
  const { choice, effect, request } = props;
  if (effect === "cancel_ship_request") return <CancelMeaning request={request} />;
  const { parcels, heldCents, state } = request;
  const isLeaving = effect === "leave_out_parcels";
  return (
    <>
      <Text size="sm">{effectText(effect)}</Text>
      {isLeaving ? (
        <Parcels
          title={t("cases.choice.leftOut")}
          parcels={parcels.filter((one) => choice.inboundParcelIds.includes(one.inboundParcelId))}
        />
      ) : (
        <Parcels
          title={t("cases.choice.missing")}
          parcels={parcels.filter((one) => one.state === "missing")}
        />
      )}
      {isLeaving && !beforePacked(state) ? (
        <Text size="sm">{t("ship-requests.leaveOut.text")}</Text>
      ) : null}
      {heldCents === 0 ? null : (
        <Text size="sm">{t("cases.choice.holdStays", { amount: moneyText(heldCents) })}</Text>
      )}
    </>
  );
}

/** What is done with goods and money once somebody chooses. */
function Meaning(props: {
  choice: Choice;
  effect: ChoiceEffect;
  request: ShipRequest | undefined;
  isLoading: boolean;
}) {
  const { effect, request } = props;
  if (effect === "agree_return" || effect === "agree_dispose") {
    return <Text size="sm">{t(`cases.choice.${effect}`)}</Text>;
  }
  if (props.isLoading) return <LoadingLines lines={3} />;
  // The server says whether it can still be done.
  if (request === undefined) return <Text size="sm">{effectText(effect)}</Text>;
  return <RequestMeaning choice={props.choice} effect={effect} request={request} />;
}

/** Asks before a choice moves goods or money, and says which. */
export function ChoiceDialog(props: {
  /** null closes the dialog. */
  choice: Choice | null;
  onClose: () => void;
  /** Resolves with false where it was not chosen. */
  onConfirm: (code: string) => Promise<boolean>;
}) {
  const { choice } = props;
  const shipRequestId = choice?.shipRequestId ?? null;
  const { data, isLoading } = useQuery(
    useApi().shipRequests.readShipRequest.queryOptions({
      input: shipRequestId === null ? skipToken : { shipRequestId },
    }),
  );
  const effect = choice?.effect ?? null;
  return (
    <ConfirmDialog
      isOpen={choice !== null}
      onClose={props.onClose}
      title={choice === null ? null : t("cases.choice.title", { label: choice.label })}
      confirmLabel={t("cases.choice.confirm")}
      dismissLabel={t("cases.choice.keep")}
      isDestructive={effect === "cancel_ship_request" || effect === "agree_dispose"}
      isDisabled={isLoading}
      onConfirm={async () => await props.onConfirm(choice?.code ?? "")}
    >
      {choice === null || effect === null ? null : (
        <Stack gap="xs">
          <Meaning choice={choice} effect={effect} request={data} isLoading={isLoading} />
        </Stack>
      )}
    </ConfirmDialog>
  );
}
