import { Anchor, Button, Group, Text } from "@mantine/core";
import type { OrderedExtraService } from "#goods/contract/parcel-measurements.ts";
import type { ExtraServiceState } from "#catalogue/rules/extra-service.ts";
import { useAction } from "#ui/web/action.ts";
import { useApi } from "#shipping/web/api.ts";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import { Moment, Money } from "#ui/web/figures.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import classes from "./ship-requests.module.css";

const colors: Readonly<Record<ExtraServiceState, StatusColor>> = {
  ordered: "yellow",
  done: "green",
  refused: "red",
  cancelled: "gray",
};

function Photos(props: { extra: OrderedExtraService }) {
  const { images, name } = props.extra;
  if (images.length === 0) return null;
  return (
    <div className={classes["extraPhotos"]}>
      {images.map((image) => (
        <Anchor
          key={image.id}
          href={image.imageUrl}
          target="_blank"
          rel="noopener"
          className={`cover-image ${classes["extraPhoto"]}`}
        >
          <ParcelPicture url={image.thumbnailUrl} alt={t("ship-requests.extra.photo", { name })} />
        </Anchor>
      ))}
    </div>
  );
}

function OrderedExtra(props: {
  extra: OrderedExtraService;
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
      {extra.shortfallCents === 0 ? null : (
        <Text size="sm">
          <RichText
            id="ship-requests.extra.unpaid"
            values={{ amount: <Money amountCents={extra.shortfallCents} /> }}
          />
        </Text>
      )}
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

/** Ordered extra services with what was found and the photos that show it; those that are not done can be cancelled. */
export function OrderedExtras(props: {
  extras: readonly OrderedExtraService[];
  parcelName?: (inboundParcelId: string) => string | null;
}) {
  const { run, input } = useAction(useApi().extraServices.cancelExtraService.mutationOptions(), {
    done: () => null,
    failed: () => t("ship-requests.extra.notCancelled"),
  });
  return (
    <ul className="plain-list">
      {props.extras.map((extra) => (
        <OrderedExtra
          key={extra.id}
          extra={extra}
          parcelName={props.parcelName?.(extra.inboundParcelId ?? "") ?? null}
          isCancelling={input?.extraServiceRequestId === extra.id}
          onCancel={() => void run({ extraServiceRequestId: extra.id })}
        />
      ))}
    </ul>
  );
}
