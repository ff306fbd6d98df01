import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import type { CSSProperties } from "react";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Moment, Weight } from "#ui/web/figures.tsx";
import type { PagedList } from "#ui/web/table-view.ts";
import { LegTrack, PackageTitle } from "./package-cells.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { PackageState } from "./package-state.tsx";
import classes from "./packages-table.module.css";
import type { Elements } from "#ui/web/elements.ts";

const shipPath = (packageId: string) => `/dashboard/packages/${packageId}/ship`;

function columnsWith(onOpen: (pkg: ListedPackage) => void): readonly Column<ListedPackage>[] {
  return [
    {
      key: "trackingNumber",
      header: t("packages.header.package"),
      isTitle: true,
      cell: (pkg) => <PackageTitle pkg={pkg} />,
    },
    { key: "origin", header: t("common.origin"), cell: (pkg) => placeName(pkg.origin) },
    {
      key: "destination",
      header: t("common.destination"),
      cell: (pkg) => placeName(pkg.destination),
    },
    {
      key: "status",
      header: t("common.status"),
      cell: (pkg) => (
        <PackageState
          pkg={pkg}
          {...(pkg.stage === "ready"
            ? {
                ship: {
                  path: shipPath(pkg.id),
                  label: t("packages.shipNamed", { trackingNumber: pkg.trackingNumber }),
                },
              }
            : {})}
        />
      ),
    },
    { key: "legs", header: t("packages.legs"), cell: (pkg) => <LegTrack legs={pkg.legs} /> },
    {
      key: "estimatedWeight",
      header: t("packages.estimatedWeightShort"),
      align: "end",
      isNoWrap: true,
      cell: (pkg) => <Weight weightGrams={pkg.estimatedWeightGrams} />,
    },
    {
      key: "finalWeight",
      header: t("common.finalWeight"),
      align: "end",
      isNoWrap: true,
      cell: (pkg) => <Weight weightGrams={pkg.finalWeightGrams} />,
    },
    {
      key: "created",
      header: t("common.created"),
      isNoWrap: true,
      cell: (pkg) => <Moment at={pkg.createdAt} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: (pkg) => (
        <RowButton
          aria-label={t("packages.viewDetailsOf", { trackingNumber: pkg.trackingNumber })}
          onClick={() => onOpen(pkg)}
        >
          {t("packages.viewDetails")}
        </RowButton>
      ),
    },
  ];
}

/** The words that the styles write before values on a phone, where the table has no head. */
function wordsOfStyles(): CSSProperties {
  const words = {
    "--estimated": JSON.stringify(t("packages.short.estimated")),
    "--final": JSON.stringify(t("packages.short.final")),
    "--to": JSON.stringify(t("packages.short.to")),
  };
  return words as CSSProperties;
}

export function PackagesTable(props: {
  table: PagedList<ListedPackage>;
  empty: Elements;
  onOpen: (pkg: ListedPackage) => void;
}) {
  return (
    <div className={classes["dense"]} style={wordsOfStyles()}>
      <DataTable
        label={t("common.packages")}
        columns={columnsWith(props.onOpen)}
        {...props.table}
        rowKey={(pkg) => pkg.id}
        empty={props.empty}
      />
    </div>
  );
}
