import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { gatheringPackageName } from "#goods/rules/package-number.ts";
import type { InboundParcelGroup } from "#goods/rules/inbound-parcel.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import type { TableView } from "#ui/web/table-view.ts";
import { TickBox } from "#ui/web/tick-box.tsx";
import { useCarrierNames, parcelName } from "./parcel-texts.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./parcels.module.css";
import type { Elements } from "#ui/web/elements.ts";
import { StorageText } from "./parcel-storage.tsx";
import { ParcelMeasured, ParcelThumbnail } from "./parcel-picture.tsx";

export const parcelsPerPage = 50;

/** The ticked parcels of a list; null where none can be ticked. */
export type Ticks = {
  readonly ids: ReadonlySet<string>;
  readonly tick: (id: string, isTicked: boolean) => void;
} | null;

function ParcelTitle(props: { parcel: InboundParcel; carrier: string | null; isDense: boolean }) {
  const { parcel, carrier, isDense } = props;
  return (
    <span className={classes["title"]}>
      <Code>{parcelName(parcel)}</Code>
      {carrier === null && parcel.piece === 1 ? null : (
        <span className={classes["quiet"]}>
          {carrier === null ? null : (
            <span className={isDense ? "wide-only" : undefined}>{carrier}</span>
          )}
          {parcel.piece > 1 ? <span>{t("parcels.piece", { number: parcel.piece })}</span> : null}
        </span>
      )}
    </span>
  );
}

/** What the customer said about a parcel, at most two of it. */
function contentsOf({ description, shop, orderReference }: InboundParcel): readonly string[] {
  return [description, shop, orderReference].filter((text) => text !== "").slice(0, 2);
}

function Contents(props: { parcel: InboundParcel; isDense: boolean }) {
  const texts = contentsOf(props.parcel);
  if (texts.length === 0) return <span data-none>–</span>;
  return (
    <span className={classes["contents"]} data-dense={props.isDense}>
      {texts.map((text) => (
        <span key={text} title={text}>
          {text}
        </span>
      ))}
    </span>
  );
}

function packageText(parcel: InboundParcel, group: InboundParcelGroup): string {
  if (group === "gone" && parcel.state === "cancelled") return t("parcels.state.cancelled");
  const name = gatheringPackageName(parcel);
  if (name === null)
    return group === "gone" ? t(`parcels.state.${parcel.state}`) : t("parcels.notInPackage");
  return t("parcels.inPackage", { trackingNumber: name });
}

const dates = {
  awaited: { header: "parcels.header.declared", at: (parcel: InboundParcel) => parcel.createdAt },
  gone: { header: "parcels.header.changed", at: (parcel: InboundParcel) => parcel.updatedAt },
} as const;

/** What is recorded about parcels in the warehouse. */
function receivedColumns(): readonly Column<InboundParcel>[] {
  return [
    {
      key: "photo",
      place: "picture",
      header: t("parcels.header.photo"),
      isUnlabelled: true,
      cell: ({ thumbnailUrl }) => <ParcelThumbnail url={thumbnailUrl} />,
    },
    {
      key: "measured",
      place: "second",
      header: t("parcels.header.measured"),
      isUnlabelled: true,
      cell: ({ measured }) => (
        <>{measured === null ? null : <ParcelMeasured measured={measured} />}</>
      ),
    },
  ];
}

/** Until when storage is free, or what it costs. */
function storageColumn(): Column<InboundParcel> {
  return {
    key: "date",
    place: "state",
    header: t("parcels.header.storage"),
    isNoWrap: true,
    isUnlabelled: true,
    cell: ({ storage }) => <>{storage === null ? null : <StorageText storage={storage} />}</>,
  };
}

function dateColumn({ header, at }: (typeof dates)[keyof typeof dates]): Column<InboundParcel> {
  return {
    key: "date",
    place: "state",
    header: t(header),
    isNoWrap: true,
    isUnlabelled: true,
    cell: (parcel) => <Moment at={at(parcel)} />,
  };
}

function columnsFor(
  group: InboundParcelGroup,
  ticks: Ticks,
  nameOf: (code: string | null) => string | null,
): readonly Column<InboundParcel>[] {
  const tickColumn: Column<InboundParcel> = {
    key: "select",
    place: "tick",
    header: t("parcels.header.select"),
    isUnlabelled: true,
    cell: (parcel) => (
      <TickBox
        label={t("parcels.select", { parcel: parcelName(parcel) })}
        isTicked={ticks?.ids.has(parcel.id) ?? false}
        onTick={(isTicked) => ticks?.tick(parcel.id, isTicked)}
      />
    ),
  };
  const [photo, measured] = group === "here" ? receivedColumns() : [];
  return [
    ...(ticks === null ? [] : [tickColumn]),
    ...(photo === undefined ? [] : [photo]),
    {
      key: "parcel",
      header: t("parcels.header.parcel"),
      isTitle: true,
      cell: (parcel) => (
        <ParcelTitle
          parcel={parcel}
          carrier={nameOf(parcel.carrierCode)}
          isDense={group === "here"}
        />
      ),
    },
    ...(measured === undefined ? [] : [measured]),
    {
      key: "contents",
      place: group === "here" ? "third" : "second",
      header: t("parcels.header.contents"),
      isUnlabelled: true,
      cell: (parcel) => <Contents parcel={parcel} isDense={group === "here"} />,
    },
    {
      key: "package",
      place: group === "here" ? "thirdEnd" : "third",
      header: t("parcels.header.package"),
      isUnlabelled: true,
      cell: (parcel) => packageText(parcel, group),
    },
    group === "here" ? storageColumn() : dateColumn(dates[group]),
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: (parcel) => (
        <Button
          component={Link}
          to={`/dashboard/parcels/${parcel.id}`}
          size="compact-sm"
          variant="default"
          aria-label={t("parcels.viewDetailsOf", { parcel: parcelName(parcel) })}
        >
          {t("common.viewDetails")}
        </Button>
      ),
    },
  ];
}

export function ParcelsTable(props: {
  label: string;
  group: InboundParcelGroup;
  rows: readonly InboundParcel[] | undefined;
  total?: number | undefined;
  view?: TableView;
  isRefreshing: boolean;
  ticks: Ticks;
  empty: Elements;
}) {
  const { nameOf } = useCarrierNames();
  return (
    <DataTable
      label={props.label}
      columns={columnsFor(props.group, props.ticks, nameOf)}
      rows={props.rows}
      rowKey={(parcel) => parcel.id}
      {...(props.view ? { view: props.view, total: props.total } : {})}
      pageSize={parcelsPerPage}
      isDense={props.group === "here"}
      isRefreshing={props.isRefreshing}
      empty={props.empty}
    />
  );
}
