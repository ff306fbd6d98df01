import { Text, Title, Card, Button, Progress } from "@mantine/core";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import History from "lucide-react/icons/history";
import MapPin from "lucide-react/icons/map-pin";
import MapPinX from "lucide-react/icons/map-pin-x";
import PackageX from "lucide-react/icons/package-x";
import ScanLine from "lucide-react/icons/scan-line";
import type { LucideIcon } from "lucide-react";
import desk from "#ui/web/desk/desk.module.css";
import { DeskBanner } from "#ui/web/desk/desk-screen.tsx";
import {
  answerWords,
  type ScanAnswer,
  type ScanOutcome,
  scannedName,
  belongsText,
} from "./scan-answer.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { memo, type ReactNode } from "react";
import type { StocktakeDetails } from "#goods/contract/stocktakes.ts";
import { Code } from "#ui/web/figures.tsx";
import { DifferenceList, LongList } from "./long-list.tsx";
import type { CountedShelf, ShelfProgress, RecentScan } from "./counting.ts";
import classes from "./stocktake.module.css";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";

const scanIcons: Readonly<Record<ScanOutcome, LucideIcon>> = {
  shelf: MapPin,
  empty: MapPin,
  right: CircleCheck,
  misplaced: MapPinX,
  repeated: History,
  not_here: PackageX,
  unknown: CircleQuestionMark,
  stop: Ban,
};

/** What the newest scan says, in colour, with a sign and in words. */
export function ScanBanner({ answer, code }: { answer: ScanAnswer | null; code: string | null }) {
  const icon = answer === null ? ScanLine : scanIcons[answer.outcome];
  const words =
    answer === null
      ? {
          title: t("stocktake.ready"),
          hint: t(code === null ? "stocktake.hint.ready" : "stocktake.hint.shelf"),
        }
      : answerWords(answer);
  return <DeskBanner icon={icon} {...words} outcome={answer?.outcome ?? "ready"} />;
}

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
        row={(labelCode) => <Code>{formatLabelCode(labelCode)}</Code>}
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
              <span className={desk["quiet"]}>{formatLabelCode(parcel.labelCode)}</span>
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
