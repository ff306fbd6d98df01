import { Group, Text } from "@mantine/core";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Moment, Weight } from "#ui/web/figures.tsx";
import type { PagedList } from "#ui/web/table-view.ts";
import { LegTrack, PackageTitle } from "./package-cells.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { NextStep } from "./next-step.tsx";
import { PackageStage, PackageState } from "./package-state.tsx";
import { stageText } from "#goods/web/i18n/stage-text.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import type { Elements } from "#ui/web/elements.ts";

/** The last line on a phone, where the sentence about the parcels stands for weights that nobody knows before they are packed. */
function RouteAndWeights({ pkg }: { pkg: ListedPackage }) {
  const hasWarehouse = useHasWarehouse();
  const isInbound = hasWarehouse && pkg.stage !== "on_the_way" && stageText(pkg) !== null;
  return (
    <Group component="span" className="narrow-only" gap={8} wrap="nowrap">
      <Text component="span" inherit truncate flex={1}>
        <span>{placeName(pkg.origin)}</span>
        <Text component="span" inherit px={4} role="img" aria-label={t("packages.short.to")}>
          →
        </Text>
        <span>{placeName(pkg.destination)}</span>
      </Text>
      {isInbound ? (
        <PackageStage pkg={pkg} />
      ) : (
        <>
          <Text component="span" inherit c="dimmed">
            <span>{t("packages.short.estimated")}</span>{" "}
            <Weight weightGrams={pkg.estimatedWeightGrams} />
          </Text>
          <Text component="span" inherit c="dimmed">
            <span>{t("packages.short.final")}</span> <Weight weightGrams={pkg.finalWeightGrams} />
          </Text>
        </>
      )}
    </Group>
  );
}

function columnsWith(onOpen: (pkg: ListedPackage) => void): readonly Column<ListedPackage>[] {
  return [
    {
      key: "trackingNumber",
      header: t("packages.header.package"),
      isTitle: true,
      cell: (pkg) => <PackageTitle pkg={{ ...pkg, description: pkg.contents }} />,
    },
    {
      key: "origin",
      header: t("common.origin"),
      place: "third",
      cell: (pkg) => (
        <>
          <RouteAndWeights pkg={pkg} />
          <span className="wide-only">{placeName(pkg.origin)}</span>
        </>
      ),
    },
    {
      key: "destination",
      header: t("common.destination"),
      place: "none",
      cell: (pkg) => placeName(pkg.destination),
    },
    {
      key: "status",
      header: t("common.status"),
      place: "state",
      cell: (pkg) => <PackageState pkg={pkg} step={<NextStep pkg={pkg} />} />,
    },
    {
      key: "legs",
      header: t("packages.legs"),
      place: "lead",
      cell: (pkg) => <LegTrack legs={pkg.legs} />,
    },
    {
      key: "estimatedWeight",
      header: t("packages.estimatedWeightShort"),
      place: "none",
      align: "end",
      isNoWrap: true,
      cell: (pkg) => <Weight weightGrams={pkg.estimatedWeightGrams} />,
    },
    {
      key: "finalWeight",
      header: t("common.finalWeight"),
      place: "none",
      align: "end",
      isNoWrap: true,
      cell: (pkg) => <Weight weightGrams={pkg.finalWeightGrams} />,
    },
    {
      key: "created",
      header: t("common.created"),
      place: "below",
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

export function PackagesTable(props: {
  table: PagedList<ListedPackage>;
  empty: Elements;
  onOpen: (pkg: ListedPackage) => void;
}) {
  return (
    <DataTable
      label={t("common.packages")}
      columns={columnsWith(props.onOpen)}
      {...props.table}
      rowKey={(pkg) => pkg.id}
      isDense
      empty={props.empty}
    />
  );
}
