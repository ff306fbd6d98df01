import { Card, Text, Title } from "@mantine/core";
import { memo } from "react";
import type { StocktakeDetails } from "#goods/contract/stocktakes.ts";
import desk from "#goods/web/receiving/receiving.module.css";
import { Code } from "#ui/web/figures.tsx";
import { answerWords, scannedName } from "./answer-words.ts";
import { DifferenceList } from "./difference-list.tsx";
import { LongList } from "./long-list.tsx";
import { scanIcons } from "./scan-banner.tsx";
import type { CountedShelf } from "./shelf-progress.ts";
import classes from "./stocktake.module.css";
import type { RecentScan } from "./use-counting.ts";
import { t } from "./messages.ts";

const shownShelves = 12;

/** The newest scans of this device. */
export const RecentScans = memo(function RecentScans(props: { recent: readonly RecentScan[] }) {
  return (
    <Card component="section">
      <Title order={2} size="h4" mb="xs">
        {t("stocktake.recent")}
      </Title>
      {props.recent.length === 0 ? (
        <Text c="dimmed">{t("stocktake.noRecent")}</Text>
      ) : (
        <ul className={desk["rows"]} aria-label={t("stocktake.recent")}>
          {props.recent.map(({ key, answer, code }) => {
            const Icon = scanIcons[answer.outcome];
            return (
              <li key={key} className={classes["recent"]}>
                <Icon size={20} aria-hidden="true" />
                <div>
                  <Code>{scannedName(answer)}</Code>
                  <div className={desk["quiet"]}>{answerWords(answer).title}</div>
                </div>
                {"code" in answer ? null : <span className={classes["place"]}>{code}</span>}
              </li>
            );
          })}
        </ul>
      )}
      <Text size="sm" mt="sm">
        {t("stocktake.wrongScan")}
      </Text>
    </Card>
  );
});

/** The shelves that were counted, on all devices. */
export const CountedShelves = memo(function CountedShelves(props: {
  shelves: readonly CountedShelf[];
  shelvesCount: number;
}) {
  const { shelves, shelvesCount } = props;
  return (
    <Card component="section">
      <Title order={2} size="h4" mb="xs">
        {t("stocktake.countedOf", { counted: shelves.length, count: shelvesCount })}
      </Title>
      {shelves.length === 0 ? (
        <Text c="dimmed">{t("stocktake.noneCounted")}</Text>
      ) : (
        <LongList
          label={t("stocktake.countedShelves")}
          rows={shelves}
          shownCount={shownShelves}
          rowKey={({ code }) => code}
          row={({ code, foundCount, recordedCount }) => (
            <>
              <Code>{code}</Code>
              <span className={classes["figures"]}>
                {t("stocktake.foundAndRecorded", { found: foundCount, recorded: recordedCount })}
              </span>
            </>
          )}
        />
      )}
    </Card>
  );
});

/** What is missing and misplaced on the counted shelves until now. */
export const Differences = memo(function Differences(props: {
  details: StocktakeDetails | undefined;
}) {
  const { details } = props;
  return (
    <Card component="section">
      <Title order={2} size="h4" mb="xs">
        {details === undefined
          ? t("stocktake.differences")
          : t("stocktake.differencesCount", {
              count: details.missingCount + details.misplacedCount,
            })}
      </Title>
      {details === undefined ? (
        <Text c="dimmed">{t("stocktake.differencesOffline")}</Text>
      ) : (
        <DifferenceList details={details} />
      )}
    </Card>
  );
});
