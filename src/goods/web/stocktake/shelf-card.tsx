import { Button, Card, Progress, Text, Title } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { parcelName } from "#goods/web/parcels/parcel-name.ts";
import desk from "#goods/web/receiving/receiving.module.css";
import { Code } from "#ui/web/figures.tsx";
import { belongsText } from "./answer-words.ts";
import { LongList } from "./long-list.tsx";
import type { ShelfProgress } from "./shelf-progress.ts";
import classes from "./stocktake.module.css";
import { t } from "./messages.ts";

const shownCount = 8;

/** Parcels of the open shelf under a heading; nothing where there are none. */
function Parcels<Row>(props: {
  title: string;
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  row: (row: Row) => ReactNode;
}) {
  const { title, ...list } = props;
  if (list.rows.length === 0) return null;
  return (
    <>
      <Title order={3} size="h5" mt="md">
        {title}
      </Title>
      <LongList {...list} shownCount={shownCount} />
    </>
  );
}

function ShelfParcels({ code, progress }: { code: string; progress: ShelfProgress }) {
  const { missing, misplaced, notHere } = progress;
  return (
    <>
      <Parcels
        title={t("stocktake.misplacedCount", { count: misplaced.length })}
        label={t("stocktake.misplaced")}
        rows={misplaced}
        rowKey={({ labelCode }) => labelCode}
        row={(parcel) => (
          <>
            <Code>{parcelName(parcel)}</Code>
            <Text size="sm">
              {parcel.foundLocationCode === code
                ? belongsText(parcel.recordedLocationCode)
                : t("stocktake.foundOn", { code: parcel.foundLocationCode })}
            </Text>
          </>
        )}
      />
      <Parcels
        title={t("stocktake.notHereCount", { count: notHere.length })}
        label={t("stocktake.outcome.not_here")}
        rows={notHere}
        rowKey={(labelCode) => labelCode}
        row={(labelCode) => <Code>{labelCode}</Code>}
      />
      <Parcels
        title={t("stocktake.notFoundCount", { count: missing.length })}
        label={t("stocktake.notFound")}
        rows={missing}
        rowKey={({ labelCode }) => labelCode}
        row={(parcel) => (
          <>
            <Code>{parcelName(parcel)}</Code>
            {parcel.trackingNumber === null ? null : (
              <span className={desk["quiet"]}>{parcel.labelCode}</span>
            )}
          </>
        )}
      />
    </>
  );
}

/** How far the open shelf is counted. */
export const ShelfCard = memo(function ShelfCard(props: {
  code: string | null;
  progress: ShelfProgress | null;
  onEmpty: () => void;
}) {
  const { code, progress } = props;
  if (code === null || progress === null) {
    return (
      <Card component="section" aria-label={t("stocktake.openShelf")}>
        <Title order={2} size="h4" mb="xs">
          {t("stocktake.noShelf")}
        </Title>
        <Text>{t("stocktake.noShelfHint")}</Text>
      </Card>
    );
  }
  const { recordedCount, foundCount, missing } = progress;
  const found = t("stocktake.foundOf", { found: foundCount, recorded: recordedCount });
  return (
    <Card component="section" aria-label={t("stocktake.openShelf")}>
      <div className={desk["head"]}>
        <Title order={2} size="h3">
          {t("stocktake.shelf", { code })}
        </Title>
        <span className={classes["figures"]}>{found}</span>
      </div>
      <Progress
        value={recordedCount === 0 ? 0 : (100 * foundCount) / recordedCount}
        color={missing.length === 0 ? "green" : "sea"}
        size="lg"
        mt="sm"
        aria-label={found}
      />
      {progress.isCounted ? null : (
        <div className={classes["uncounted"]}>
          <Text size="sm">{t("stocktake.notCountedYet")}</Text>
          <Button variant="default" size="md" onClick={props.onEmpty}>
            {t("stocktake.markEmpty")}
          </Button>
        </div>
      )}
      <ShelfParcels code={code} progress={progress} />
    </Card>
  );
});
