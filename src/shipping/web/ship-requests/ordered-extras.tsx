import { Anchor, Button, Group, Text } from "@mantine/core";
import { useId } from "react";
import type { OrderedExtraService } from "#goods/contract/parcel-measurements.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { ExtraServiceState } from "#catalogue/rules/extra-service.ts";
import type { ItemFinding } from "#goods/rules/contents-check.ts";
import { useAction } from "#ui/web/action.ts";
import { useApi } from "#shipping/web/api.ts";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import { parcelTitle } from "#goods/web/parcels/parcel-texts.ts";
import type { Elements } from "#ui/web/elements.ts";
import { Code, Moment, Money } from "#ui/web/figures.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import classes from "./ship-requests.module.css";

const colors: Readonly<Record<ExtraServiceState, StatusColor>> = {
  ordered: "yellow",
  done: "green",
  refused: "red",
  cancelled: "gray",
};

const findingColors: Readonly<Record<ItemFinding, StatusColor>> = {
  as_declared: "green",
  differs: "yellow",
  missing: "red",
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

type ExtraParcel = Pick<
  ShipRequest["parcels"][number],
  "inboundParcelId" | "description" | "trackingNumber" | "labelCode"
>;

/** What was found of each goods item that was declared. */
function CheckedItems({ items }: { items: OrderedExtraService["checkedItems"] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={500}>
        {t("ship-requests.extra.verification")}
      </Text>
      <ul className="plain-list" aria-label={t("ship-requests.extra.verification")}>
        {items.map(({ description: name, quantity, finding }, at) => (
          <li key={at}>
            <Group gap="xs">
              <Text span size="sm">
                {t("parcel-goods.itemText", { quantity, name })}
              </Text>
              <StatusBadge
                label={t(`item-finding.${finding}`)}
                color={findingColors[finding]}
                size="sm"
              />
            </Group>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OrderedExtra(props: {
  extra: OrderedExtraService;
  parcel: ExtraParcel | undefined;
  isCancelling: boolean;
  onCancel: () => void;
}) {
  const { extra, parcel } = props;
  const { name, state, quantity, priceCents, dueAt, endedAt, resultText } = extra;
  return (
    <li className={classes["extra"]}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <Text span fw={500} size="sm">
            {quantity === 1 ? name : t("ship-requests.extra.times", { name, count: quantity })}
          </Text>
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
      <CheckedItems items={extra.checkedItems} />
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
            aria-label={t("ship-requests.extra.cancelNamed", {
              name: [name, ...(parcel === undefined ? [] : [parcelTitle(parcel)])].join(" · "),
            })}
            onClick={props.onCancel}
          >
            {t("common.cancel")}
          </Button>
        </Group>
      ) : null}
    </li>
  );
}

function ParcelExtras(props: { parcel: ExtraParcel; children: Elements }) {
  const { parcel } = props;
  const titleId = useId();
  return (
    <section className={classes["parcelExtras"]} aria-labelledby={titleId}>
      <Text id={titleId} size="sm" fw={600}>
        {parcelTitle(parcel)}
      </Text>
      {parcel.description === "" ? null : (
        <Text size="xs" c="dimmed">
          <Code>{parcelName(parcel)}</Code>
        </Text>
      )}
      {props.children}
    </section>
  );
}

/**
 * Ordered extra services with what was found and the photos that show it; those that are not done can be cancelled. They are
 * listed by parcel where `parcels` says which there are, after those of all together.
 */
export function OrderedExtras(props: {
  extras: readonly OrderedExtraService[];
  parcels?: readonly ExtraParcel[];
}) {
  const { extras, parcels = [] } = props;
  const { run, input } = useAction(useApi().extraServices.cancelExtraService.mutationOptions(), {
    done: () => null,
    failed: () => t("ship-requests.extra.notCancelled"),
  });
  const isOf = (extra: OrderedExtraService, parcel: ExtraParcel) =>
    extra.inboundParcelId === parcel.inboundParcelId;
  const listOf = (listed: readonly OrderedExtraService[], parcel?: ExtraParcel) =>
    listed.length === 0 ? null : (
      <ul className="plain-list">
        {listed.map((extra) => (
          <OrderedExtra
            key={extra.id}
            extra={extra}
            parcel={parcel}
            isCancelling={input?.extraServiceRequestId === extra.id}
            onCancel={() => void run({ extraServiceRequestId: extra.id })}
          />
        ))}
      </ul>
    );
  return (
    <>
      {listOf(extras.filter((extra) => !parcels.some((parcel) => isOf(extra, parcel))))}
      {parcels
        .filter((parcel) => extras.some((extra) => isOf(extra, parcel)))
        .map((parcel) => (
          <ParcelExtras key={parcel.inboundParcelId} parcel={parcel}>
            {listOf(
              extras.filter((extra) => isOf(extra, parcel)),
              parcel,
            )}
          </ParcelExtras>
        ))}
    </>
  );
}
