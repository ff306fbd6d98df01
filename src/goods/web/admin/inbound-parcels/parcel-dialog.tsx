import { Anchor, Group, Stack, Text } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type {
  StaffInboundParcel,
  StaffInboundParcelEvent,
} from "#goods/contract/inbound-parcels.ts";
import { seenGoods } from "#goods/rules/found-goods.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { contentsOf } from "#goods/rules/goods-of-parcel.ts";
import { formatDeclaredValue, parcelName } from "#goods/rules/inbound-parcel.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { DialogSection, Dialog } from "#ui/web/dialog.tsx";
import classes from "#goods/web/admin/shipments/shipments.module.css";
import { CourierEvents } from "#tracking/web/carrier-events/carrier-updates.tsx";
import { CopyButton } from "#ui/web/hint.tsx";
import { DefinitionList, type Definition } from "#ui/web/section-card.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { Code, Moment, readerLocale } from "#ui/web/figures.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { itemText } from "#goods/web/parcels/item-text.ts";
import { ParcelMeasured } from "#goods/web/parcels/parcel-picture.tsx";
import { StorageText, storageTerm } from "#goods/web/parcels/parcel-storage.tsx";
import { PhotoGallery } from "#goods/web/parcels/photo-gallery.tsx";
import { ParcelStickerButtons } from "#goods/web/receiving/labels/parcel-stickers.tsx";
import { ParcelFoundGoods } from "./parcel-found-goods.tsx";
import { ParcelMistakes } from "./parcel-mistakes.tsx";
import { ParcelOwner, ParcelStateBadge } from "./parcel-owner.tsx";
import { ParcelProof } from "./parcel-proof.tsx";
import { ParcelRemoval, RemovalButton } from "./parcel-removal.tsx";
import { ReceivingRecords } from "./receiving-records.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

function CopiedCode(props: { code: string; label: string }) {
  return (
    <Group component="span" gap={4} wrap="nowrap" my={-4}>
      <Code>{props.code}</Code>
      <CopyButton value={props.code} label={props.label} />
    </Group>
  );
}

function PackageLink(props: { parcel: StaffInboundParcel }) {
  const { packageId, packageTrackingNumber } = props.parcel;
  if (packageId === null) return <span>{t("admin-inbound-parcels.loose")}</span>;
  const address = new URLSearchParams({ package: packageId }).toString();
  return (
    <Anchor component={Link} size="sm" to={`/admin/dashboard/shipments?${address}`}>
      {packageTrackingNumber}
    </Anchor>
  );
}

/** What was recorded when it arrived, and where it lies. */
function measuredFactsOf({ measured, storageLocationCode }: StaffInboundParcel): Definition[] {
  const location =
    storageLocationCode === null
      ? []
      : [
          {
            term: t("admin-inbound-parcels.storageLocation"),
            value: <Code>{storageLocationCode}</Code>,
          },
        ];
  if (measured === null) return location;
  const { batteries, goods } = seenGoods(measured);
  return [
    {
      term: t("admin-inbound-parcels.measured"),
      value: <ParcelMeasured measured={measured} />,
    },
    {
      term: t("admin-inbound-parcels.goods"),
      value: [...batteries.map(batteryLabel), ...goods.map(goodsFlagLabel)].join(" · "),
    },
    ...location,
  ];
}

type Goods = {
  readonly goodsItems: readonly GoodsItem[];
  readonly warnings: readonly GoodsWarning[];
};

/** What customs may ask about the description of a line. */
function doubtOf({ warnings }: Goods, at: number): string | null {
  const doubt = warnings.find(({ index }) => index === at);
  if (doubt?.kind === "single_word") return t("admin-inbound-parcels.singleWord");
  if (doubt?.kind !== "stop_words") return null;
  const words = new Intl.ListFormat(readerLocale()).format(doubt.stopWords);
  return t("admin-inbound-parcels.stopWords", { words });
}

/** What is in it, line by line; its description where that says something else. */
function contentsFactsOf({ description }: StaffInboundParcel, goods: Goods): Definition[] {
  const { goodsItems: items } = goods;
  const isOther = description !== "" && description !== contentsOf(items);
  return [
    ...(items.length === 0
      ? []
      : [
          {
            term: t("admin-inbound-parcels.contents"),
            value: (
              <ul className="plain-list">
                {items.map((item, at) => (
                  <li key={at}>
                    <span>{itemText(item)}</span>
                    {doubtOf(goods, at) === null ? null : (
                      <Text size="xs" c="dimmed">
                        {doubtOf(goods, at)}
                      </Text>
                    )}
                  </li>
                ))}
              </ul>
            ),
          },
        ]),
    ...(isOther ? [{ term: t("common.description"), value: description }] : []),
  ];
}

function factsOf(parcel: StaffInboundParcel, goods: Goods): Definition[] {
  const { declaredCurrency, declaredValueMinor, owner } = parcel;
  const optional = (term: string, value: string) => (value === "" ? [] : [{ term, value }]);
  return [
    { term: t("common.state"), value: <ParcelStateBadge {...parcel} /> },
    { term: t("admin-inbound-parcels.owner"), value: <ParcelOwner owner={owner} /> },
    {
      term: t("common.trackingNumber"),
      value:
        parcel.trackingNumber === null ? (
          t("admin-inbound-parcels.noNumber")
        ) : (
          <CopiedCode
            code={parcel.trackingNumber}
            label={t("admin-inbound-parcels.copyTrackingNumber")}
          />
        ),
    },
    {
      term: t("admin-inbound-parcels.labelCode"),
      value: <Code>{formatLabelCode(parcel.labelCode)}</Code>,
    },
    { term: t("admin-inbound-parcels.package"), value: <PackageLink parcel={parcel} /> },
    ...optional(t("admin-inbound-parcels.warehouse"), parcel.warehouseName ?? ""),
    ...optional(t("admin-inbound-parcels.shop"), parcel.shop),
    ...optional(t("admin-inbound-parcels.orderReference"), parcel.orderReference),
    ...(declaredValueMinor === null || declaredCurrency === null
      ? []
      : [
          {
            term: t("admin-inbound-parcels.declaredValue"),
            value: formatDeclaredValue(declaredValueMinor, declaredCurrency, readerLocale()),
          },
        ]),
    ...contentsFactsOf(parcel, goods),
    { term: t("admin-inbound-parcels.added"), value: <Moment at={parcel.createdAt} withTime /> },
    ...(parcel.receivedAt === null
      ? []
      : [
          {
            term: t("admin-inbound-parcels.received"),
            value: <Moment at={parcel.receivedAt} withTime />,
          },
        ]),
    ...measuredFactsOf(parcel),
    ...(parcel.missingSince === null
      ? []
      : [
          {
            term: t("admin-inbound-parcels.missingSince"),
            value: <Moment at={parcel.missingSince} withTime />,
          },
        ]),
    ...(parcel.storage === null
      ? []
      : [{ term: storageTerm(), value: <StorageText storage={parcel.storage} /> }]),
  ];
}

function eventText({ kind, packageTrackingNumber }: StaffInboundParcelEvent): string {
  if (packageTrackingNumber !== null && (kind === "put_into_package" || kind === "taken_out")) {
    return t(`admin-inbound-parcels.packageEvent.${kind}`, { number: packageTrackingNumber });
  }
  return t(`admin-inbound-parcels.event.${kind}`);
}

function History(props: { events: readonly StaffInboundParcelEvent[] }) {
  return (
    <ol className={`plain-list ${classes["historyEvents"]}`} reversed>
      {props.events.toReversed().map((event) => (
        <li key={event.id} className={classes["historyEvent"]}>
          <span className={classes["historyWhat"]}>{eventText(event)}</span>
          <span className={classes["historyWhen"]}>
            <span>
              {event.actorEmail ??
                t(event.byStaff ? "admin-inbound-parcels.staff" : "common.customer")}
            </span>
            <span> · </span>
            <Moment at={event.createdAt} withTime />
          </span>
        </li>
      ))}
    </ol>
  );
}

/**
 * @param props.inboundParcelId null closes the dialog.
 * @param props.known the parcel as the list has it, for the title while the details load.
 */
export function ParcelDialog(props: {
  inboundParcelId: string | null;
  known: StaffInboundParcel | undefined;
  onClose: () => void;
}) {
  const api = useApi();
  const [isCovered, setCovered] = useState(false);
  const { inboundParcelId } = props;
  const query = useQuery(
    api.inboundParcels.readAnyInboundParcel.queryOptions({
      input: inboundParcelId === null ? skipToken : { inboundParcelId },
    }),
  );
  const parcel = query.data?.parcel ?? props.known;
  return (
    <Dialog
      isOpen={inboundParcelId !== null}
      onClose={props.onClose}
      size="lg"
      // Escape closes only the dialog above this one.
      isBusy={isCovered}
      title={
        parcel === undefined
          ? t("admin-inbound-parcels.details")
          : t("admin-inbound-parcels.detailsOf", { number: parcelName(parcel) })
      }
    >
      {query.data ? (
        <Stack gap="lg">
          {query.data.removal === null ? null : (
            <ParcelRemoval
              key={query.data.removal.id}
              parcel={query.data.parcel}
              removal={query.data.removal}
              images={query.data.images}
              onCover={setCovered}
            />
          )}
          {query.data.proof === null ? null : (
            <ParcelProof parcel={query.data.parcel} proof={query.data.proof} onCover={setCovered} />
          )}
          <DefinitionList columns={2} items={factsOf(query.data.parcel, query.data)} />
          <Group gap="sm">
            <ParcelStickerButtons parcel={query.data.parcel} />
            <ParcelFoundGoods parcel={query.data.parcel} onCover={setCovered} />
            <ParcelMistakes parcel={query.data.parcel} onCover={setCovered} />
            <RemovalButton parcel={query.data.parcel} onCover={setCovered} />
          </Group>
          {query.data.carrierEvents.length === 0 ? null : (
            <DialogSection title={t("admin-inbound-parcels.carrierUpdates")}>
              <CourierEvents
                events={query.data.carrierEvents}
                isAwaited={query.data.parcel.state === "expected"}
              />
            </DialogSection>
          )}
          {query.data.images.length === 0 ? null : (
            <DialogSection title={t("receiving-records.photos")}>
              <PhotoGallery images={query.data.images} />
            </DialogSection>
          )}
          {query.data.records.length === 0 ? null : (
            <DialogSection title={t("receiving-records.title")}>
              <ReceivingRecords
                parcel={query.data.parcel}
                images={query.data.images}
                records={query.data.records}
                onCover={setCovered}
              />
            </DialogSection>
          )}
          <DialogSection title={t("admin-inbound-parcels.history")}>
            {query.data.events.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t("admin-inbound-parcels.noHistory")}
              </Text>
            ) : (
              <History events={query.data.events} />
            )}
          </DialogSection>
        </Stack>
      ) : query.isError ? (
        <ErrorState
          title={t(
            apiErrorCode(query.error) === "not_found"
              ? "admin-inbound-parcels.notFound"
              : "admin-inbound-parcels.detailsNotLoaded",
          )}
          {...(apiErrorCode(query.error) === "not_found"
            ? {}
            : { isRetrying: query.isFetching, onRetry: () => void query.refetch() })}
        />
      ) : (
        <LoadingLines lines={8} />
      )}
    </Dialog>
  );
}
