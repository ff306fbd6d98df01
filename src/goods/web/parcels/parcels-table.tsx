import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { gatheringPackageName, packageNumberText } from "#goods/rules/package-number.ts";
import type { InboundParcelGroup } from "#goods/rules/inbound-parcel.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Code, Moment, moneyText } from "#ui/web/figures.tsx";
import type { TableView } from "#ui/web/table-view.ts";
import { TickBox } from "#ui/web/tick-box.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { useCarrierNames } from "./parcel-texts.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./parcels.module.css";
import type { Elements } from "#ui/web/elements.ts";
import { StorageText } from "./parcel-storage.tsx";
import { ParcelMeasured, ParcelThumbnail } from "./parcel-picture.tsx";

export const parcelsPerPage = 50;

/** What the price of the parcels that go changes by; null where there is no price. */
export type ParcelChange = {
  readonly inboundParcelId: string;
  readonly changeCents: number | null;
  /** Whether it is one of those that go, so that it is the change without it. */
  readonly isChosen: boolean;
};

/** The ticked parcels of a list; null where none can be ticked. */
export type Ticks = {
  readonly ids: ReadonlySet<string>;
  readonly tick: (id: string, isTicked: boolean) => void;
} | null;

function ParcelTitle(props: { parcel: InboundParcel; carrier: string | null }) {
  const { parcel, carrier } = props;
  return (
    <span className={classes["title"]}>
      <Code>{parcelName(parcel)}</Code>
      {carrier === null && parcel.piece === 1 ? null : (
        <span className={classes["quiet"]}>
          {carrier === null ? null : <span>{carrier}</span>}
          {parcel.piece > 1 ? <span>{t("parcels.piece", { number: parcel.piece })}</span> : null}
        </span>
      )}
    </span>
  );
}

/** What is in a parcel that is here, which its customer knows better than its number. */
function ReceivedTitle(props: { parcel: InboundParcel; carrier: string | null }) {
  const { parcel, carrier } = props;
  const { description, shop } = parcel;
  if (description === "") return <ParcelTitle parcel={parcel} carrier={carrier} />;
  return (
    <span className={classes["contents"]} data-dense="true">
      <span title={description}>{description}</span>
      <span className="wide-only">
        {[parcelName(parcel), shop || carrier].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}

/** What the customer said about a parcel, at most two of it. */
function contentsOf({ description, shop, orderReference }: InboundParcel): readonly string[] {
  return [description, shop, orderReference].filter((text) => text !== "").slice(0, 2);
}

function Contents(props: { parcel: InboundParcel }) {
  const texts = contentsOf(props.parcel);
  if (texts.length === 0) return <span data-none>–</span>;
  return (
    <span className={classes["contents"]}>
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

/** The package that gathers it, on a phone after its number where that is not its title. */
function HereIn({ parcel }: { parcel: InboundParcel }) {
  const { description, packageNumber } = parcel;
  const text = packageText(parcel, "here");
  if (description === "") return <span className={classes["hereIn"]}>{text}</span>;
  return (
    <span className={classes["hereIn"]}>
      <span className="narrow-only">
        {[parcelName(parcel), packageNumber === null ? "" : packageNumberText(packageNumber)]
          .filter(Boolean)
          .join(" · ")}
      </span>
      <span className="wide-only">{text}</span>
    </span>
  );
}

/** What the price of the parcels that go changes by with this one, or without it where it is one of them. */
function changeText({ changeCents, isChosen }: ParcelChange): string | null {
  if (changeCents === null) return null;
  const amount = moneyText(Math.abs(changeCents));
  if (isChosen)
    return t(changeCents === 0 ? "parcels.change.fewerSame" : "parcels.change.fewer", { amount });
  return t(changeCents === 0 ? "parcels.change.moreSame" : "parcels.change.more", { amount });
}

/** Parcels in the warehouse: what is recorded about them, and what each changes of the price. */
function receivedColumns(
  changes: readonly ParcelChange[],
  nameOf: (code: string | null) => string | null,
): readonly Column<InboundParcel>[] {
  return [
    {
      key: "photo",
      place: "picture",
      header: t("parcels.header.photo"),
      isUnlabelled: true,
      cell: ({ thumbnailUrl }) => <ParcelThumbnail url={thumbnailUrl} />,
    },
    {
      key: "parcel",
      header: t("parcels.header.parcel"),
      isTitle: true,
      cell: (parcel) => <ReceivedTitle parcel={parcel} carrier={nameOf(parcel.carrierCode)} />,
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
    {
      key: "package",
      place: "third",
      header: t("parcels.header.package"),
      isUnlabelled: true,
      cell: (parcel) => <HereIn parcel={parcel} />,
    },
    {
      key: "date",
      place: "state",
      header: t("parcels.header.storage"),
      isNoWrap: true,
      isUnlabelled: true,
      cell: ({ storage }) => <>{storage === null ? null : <StorageText storage={storage} />}</>,
    },
    {
      key: "change",
      place: "thirdEnd",
      header: t("parcels.header.change"),
      isUnlabelled: true,
      cell: ({ id }) => {
        const change = changes.find(({ inboundParcelId }) => inboundParcelId === id);
        const text = change === undefined ? null : changeText(change);
        return text === null ? <span data-none /> : <span className="figures">{text}</span>;
      },
    },
  ];
}

function otherColumns(
  group: "awaited" | "gone",
  nameOf: (code: string | null) => string | null,
): readonly Column<InboundParcel>[] {
  const { header, at } = dates[group];
  return [
    {
      key: "parcel",
      header: t("parcels.header.parcel"),
      isTitle: true,
      cell: (parcel) => <ParcelTitle parcel={parcel} carrier={nameOf(parcel.carrierCode)} />,
    },
    {
      key: "contents",
      place: "second",
      header: t("parcels.header.contents"),
      isUnlabelled: true,
      cell: (parcel) => <Contents parcel={parcel} />,
    },
    {
      key: "package",
      place: "third",
      header: t("parcels.header.package"),
      isUnlabelled: true,
      cell: (parcel) => packageText(parcel, group),
    },
    {
      key: "date",
      place: "state",
      header: t(header),
      isNoWrap: true,
      isUnlabelled: true,
      cell: (parcel) => <Moment at={at(parcel)} />,
    },
  ];
}

function columnsFor(
  group: InboundParcelGroup,
  ticks: Ticks,
  changes: readonly ParcelChange[],
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
  return [
    ...(ticks === null ? [] : [tickColumn]),
    ...(group === "here" ? receivedColumns(changes, nameOf) : otherColumns(group, nameOf)),
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
  changes: readonly ParcelChange[];
  empty: Elements;
}) {
  const { nameOf } = useCarrierNames();
  return (
    <DataTable
      label={props.label}
      columns={columnsFor(props.group, props.ticks, props.changes, nameOf)}
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
