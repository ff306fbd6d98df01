import { Text } from "@mantine/core";
import type { StocktakeDetails } from "#goods/contract/stocktakes.ts";
import { parcelName } from "#goods/web/parcels/parcel-name.ts";
import { Code } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { LongList } from "./long-list.tsx";
import { t } from "./messages.ts";

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
