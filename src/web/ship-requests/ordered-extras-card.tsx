import { Anchor, Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { lazy, useState } from "react";
import type { ShipRequest } from "#contract/ship-requests.ts";
import type { ExtraServiceState } from "#core/extra-service.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { ParcelPicture } from "#web/parcels/parcel-picture.tsx";
import { Moment, Money } from "#web/ui/figures.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge, type StatusColor } from "#web/ui/status-badge.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { RichText, t } from "./messages.ts";
import classes from "./ordered-extras-card.module.css";
import { beforePacked } from "./request-states.ts";
import { requestedName } from "./requested-name.ts";
import { useShipRequestChange } from "./use-ship-request-act.ts";

const AddExtrasDialog = lazy(async () => ({
  default: (await import("./add-extras-dialog.tsx")).AddExtrasDialog,
}));

type Extra = ShipRequest["extraServices"][number];

const colors: Readonly<Record<ExtraServiceState, StatusColor>> = {
  ordered: "yellow",
  done: "green",
  refused: "red",
  cancelled: "gray",
};

function useCancelling() {
  const { readAgain } = useShipRequestChange();
  const cancelling = useMutation(useApi().extraServices.cancelExtraService.mutationOptions());
  const cancel = (extraServiceRequestId: string) =>
    cancelling.mutate(
      { extraServiceRequestId },
      {
        onError: (error) =>
          showToast({
            title: t("ship-requests.extra.notCancelled"),
            description: apiErrorMessage(error, t("toasts.unexpected.description")),
            kind: "destructive",
            place: "ship-request",
          }),
        onSettled: readAgain,
      },
    );
  return { cancel, cancellingId: cancelling.isPending ? cancelling.variables : null };
}

function Photos(props: { extra: Extra }) {
  const { images, name } = props.extra;
  if (images.length === 0) return null;
  return (
    <div className={classes["photos"]}>
      {images.map((image) => (
        <Anchor
          key={image.id}
          href={image.imageUrl}
          target="_blank"
          rel="noopener"
          className={classes["photo"] ?? ""}
        >
          <ParcelPicture url={image.thumbnailUrl} alt={t("ship-requests.extra.photo", { name })} />
        </Anchor>
      ))}
    </div>
  );
}

function OrderedExtra(props: {
  extra: Extra;
  parcelName: string | null;
  isCancelling: boolean;
  onCancel: () => void;
}) {
  const { extra, parcelName } = props;
  const { name, state, quantity, priceCents, dueAt, endedAt, resultText } = extra;
  return (
    <li className={classes["extra"]}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <Text span fw={500} size="sm">
            {quantity === 1 ? name : t("ship-requests.extra.times", { name, count: quantity })}
          </Text>
          {parcelName === null ? null : (
            <Text size="xs" c="dimmed">
              {t("ship-requests.extra.ofParcel", { parcel: parcelName })}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            <RichText
              id={state === "ordered" ? "ship-requests.extra.due" : "ship-requests.extra.ended"}
              values={{ time: <Moment at={state === "ordered" ? dueAt : endedAt} withTime /> }}
            />
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <StatusBadge
            label={t(`ship-requests.extraState.${state}`)}
            color={colors[state]}
            size="sm"
          />
          <Text span size="sm">
            <Money amountCents={state === "ordered" || state === "done" ? priceCents : 0} />
          </Text>
        </Group>
      </Group>
      {resultText === "" ? null : <Text size="sm">{resultText}</Text>}
      <Photos extra={extra} />
      {state === "ordered" ? (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            loading={props.isCancelling}
            aria-label={t("ship-requests.extra.cancelNamed", { name })}
            onClick={props.onCancel}
          >
            {t("common.cancel")}
          </Button>
        </Group>
      ) : null}
    </li>
  );
}

/** The extra services of a request, with what was found and the photos that show it. */
export function OrderedExtrasCard(props: { request: ShipRequest }) {
  const { request } = props;
  const { extraServices, parcels, state, packageId } = request;
  const { cancel, cancellingId } = useCancelling();
  const [isAdding, setAdding] = useState(false);
  const mayAdd = beforePacked(state) && packageId !== null;
  if (extraServices.length === 0 && !mayAdd) return null;
  return (
    <SectionCard
      title={t("ship-requests.extra.title")}
      actions={
        mayAdd ? (
          <Button variant="default" size="sm" onClick={() => setAdding(true)}>
            {t("ship-requests.extra.add")}
          </Button>
        ) : null
      }
    >
      {extraServices.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("ship-requests.extra.none")}
        </Text>
      ) : null}
      <ul className={classes["extras"]}>
        {extraServices.map((extra) => {
          const parcel = parcels.find(
            ({ inboundParcelId }) => inboundParcelId === extra.inboundParcelId,
          );
          return (
            <OrderedExtra
              key={extra.id}
              extra={extra}
              parcelName={parcel === undefined ? null : requestedName(parcel)}
              isCancelling={cancellingId?.extraServiceRequestId === extra.id}
              onCancel={() => cancel(extra.id)}
            />
          );
        })}
      </ul>
      {packageId === null ? null : (
        <LazyPart isWanted={isAdding}>
          <AddExtrasDialog
            request={request}
            packageId={packageId}
            isOpen={isAdding}
            onClose={() => setAdding(false)}
          />
        </LazyPart>
      )}
    </SectionCard>
  );
}
