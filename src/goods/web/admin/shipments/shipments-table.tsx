import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import type { PackageTab } from "#tracking/rules/package-status.ts";
import { ActionIcon, Group } from "@mantine/core";
import ArrowRight from "lucide-react/icons/arrow-right";
import Trash2 from "lucide-react/icons/trash-2";
import type { ListedShipment } from "#goods/contract/packages.ts";
import { LegTrack, PackageStatusBadge, PackageTitle } from "#goods/web/packages/package-cells.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Hint } from "#ui/web/hint.tsx";
import { Code, Moment, Weight } from "#ui/web/figures.tsx";
import type { PagedList } from "#ui/web/table-view.ts";
import classes from "#ui/web/admin/cells.module.css";
import { ShipmentCustomer } from "./shipment-customer.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import rowClasses from "./shipments.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { PackageStage } from "#goods/web/packages/package-state.tsx";
import { EmptyShipments } from "./empty-shipments.tsx";

type Actions = {
  onView: (pkg: ListedShipment) => void;
  onDelete: (pkg: ListedShipment) => void;
};

function weightOf(pkg: ListedShipment) {
  if (pkg.finalWeightGrams !== null) return <Weight weightGrams={pkg.finalWeightGrams} />;
  if (pkg.estimatedWeightGrams === null) return <Weight weightGrams={null} />;
  return (
    <RichText
      id="admin-shipments.est"
      components={{
        weight: <Weight weightGrams={pkg.estimatedWeightGrams} />,
        note: <span className={`${classes["quiet"]} wide-only`} />,
      }}
    />
  );
}

function RowActions(props: { pkg: ListedShipment } & Actions) {
  const { pkg } = props;
  const mayDelete = useMayUse("admin");
  return (
    <Group component="span" gap={6} wrap="nowrap" justify="flex-end">
      <RowButton
        aria-label={t("admin-shipments.viewDetailsOf", { trackingNumber: pkg.trackingNumber })}
        onClick={() => props.onView(pkg)}
      >
        {t("common.viewDetails")}
      </RowButton>
      {mayDelete ? (
        <Hint label={t("admin-shipments.deletePackage.submit")}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("admin-shipments.deleteOf", { name: pkg.trackingNumber })}
            onClick={() => props.onDelete(pkg)}
          >
            <Trash2 size={16} />
          </ActionIcon>
        </Hint>
      ) : null}
    </Group>
  );
}

function columnsFor(showsDelivered: boolean, actions: Actions): readonly Column<ListedShipment>[] {
  return [
    {
      key: "trackingNumber",
      header: t("admin-shipments.packageHeader"),
      isTitle: true,
      cell: (pkg) => (
        <PackageTitle
          pkg={pkg}
          number={
            <span className={rowClasses["numberAndCustomer"]}>
              <Code>{pkg.trackingNumber}</Code>
              <span className={classes["below"]}>
                <ShipmentCustomer pkg={pkg} />
              </span>
            </span>
          }
        />
      ),
    },
    {
      key: "route",
      place: "third",
      header: t("common.route"),
      cell: (pkg) => (
        <span className={classes["route"]}>
          <span className={`${rowClasses["rowLegs"]} narrow-only`}>
            <LegTrack legs={pkg.legs} />
          </span>
          <span>{placeName(pkg.origin)}</span>
          <ArrowRight size={13} role="img" aria-label={t("admin-shipments.to")} />
          <span>{placeName(pkg.destination)}</span>
        </span>
      ),
    },
    {
      key: "status",
      place: "state",
      header: t("admin-shipments.statusAndLegs"),
      isNoWrap: true,
      cell: (pkg) => (
        <div>
          <div className={rowClasses["statusAndLegs"]}>
            <span className={classes["whole"]}>
              <PackageStatusBadge pkg={pkg} />
            </span>
            <span className={`${rowClasses["legsBeside"]} wide-only`}>
              <LegTrack legs={pkg.legs} />
            </span>
          </div>
          {pkg.parcelsCount === 0 ? null : (
            <div className={`${rowClasses["stage"]} wide-only`}>
              <PackageStage pkg={pkg} reader="staff" />
            </div>
          )}
        </div>
      ),
    },
    {
      key: "weight",
      header: t("common.weight"),
      align: "end",
      isNoWrap: true,
      place: "thirdEnd",
      cell: weightOf,
    },
    showsDelivered
      ? {
          key: "deliveredAt",
          place: "below",
          header: t("admin-shipments.delivered"),
          isNoWrap: true,
          cell: (pkg) => <Moment at={pkg.deliveredAt} />,
        }
      : {
          key: "createdAt",
          place: "below",
          header: t("common.created"),
          isNoWrap: true,
          cell: (pkg) => <Moment at={pkg.createdAt} />,
        },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: (pkg) => <RowActions pkg={pkg} {...actions} />,
    },
  ];
}

/**
 * @param props.isNarrowed a search or filter is set, so that an empty list means no matches.
 * @param props.onShowAll clears search, filter and tab.
 */
export function ShipmentsTable(
  props: {
    table: PagedList<ListedShipment>;
    tab: PackageTab;
    isNarrowed: boolean;
    onShowAll: () => void;
  } & Actions,
) {
  return (
    <DataTable
      label={t("common.packages")}
      columns={columnsFor(props.tab === "delivered", props)}
      {...props.table}
      rowKey={(pkg) => pkg.id}
      empty={
        <EmptyShipments tab={props.tab} isNarrowed={props.isNarrowed} onShowAll={props.onShowAll} />
      }
    />
  );
}
