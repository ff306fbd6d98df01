import { Button, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import desk from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import type { StocktakeDetails } from "#goods/contract/stocktakes.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { Code } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";

/** The first rows of a list, and all of them when asked. */
export function LongList<Row>(props: {
  label: string;
  rows: readonly Row[];
  shownCount: number;
  rowKey: (row: Row) => string;
  row: (row: Row) => ReactNode;
}) {
  const { rows, shownCount } = props;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, shownCount);
  return (
    <>
      <ul className={desk["rows"]} aria-label={props.label}>
        {shown.map((row) => (
          <li key={props.rowKey(row)} className={desk["row"]}>
            {props.row(row)}
          </li>
        ))}
      </ul>
      {shown.length < rows.length ? (
        <Button variant="default" size="md" mt="xs" onClick={() => setShowsAll(true)}>
          {t("stocktake.showAll", { count: rows.length })}
        </Button>
      ) : null}
    </>
  );
}

type Difference = StocktakeDetails["differences"][number];

const shownCount = 20;

function placesText({ recordedLocationCode, foundLocationCode }: Difference): string {
  if (foundLocationCode === null) {
    return t("stocktake.recordedOn", { code: recordedLocationCode ?? "" });
  }
  return recordedLocationCode === null
    ? t("stocktake.foundWithoutPlace", { found: foundLocationCode })
    : t("stocktake.foundElsewhere", { recorded: recordedLocationCode, found: foundLocationCode });
}

/** What is missing and misplaced. */
export function DifferenceList({ details }: { details: StocktakeDetails }) {
  const { differences, missingCount, misplacedCount } = details;
  const leftOut = missingCount + misplacedCount - differences.length;
  if (differences.length === 0) return <Text c="dimmed">{t("stocktake.noDifferences")}</Text>;
  return (
    <>
      <LongList
        label={t("stocktake.differences")}
        rows={differences}
        shownCount={shownCount}
        rowKey={({ inboundParcelId }) => inboundParcelId}
        row={(difference) => (
          <>
            <div>
              <Code>{parcelName(difference)}</Code>
              <Text size="sm">{placesText(difference)}</Text>
            </div>
            <StatusBadge
              label={t(`stocktake.kind.${difference.kind}`)}
              color={difference.kind === "missing" ? "red" : "yellow"}
            />
          </>
        )}
      />
      {leftOut > 0 ? <Text size="sm">{t("stocktake.leftOut", { count: leftOut })}</Text> : null}
    </>
  );
}
