import { Alert, Stack, Text, Button } from "@mantine/core";
import PackageX from "lucide-react/icons/package-x";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import { parcelProblemOf } from "#tracking/rules/tracking-rules.ts";
import { storedCarrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import line from "#ui/web/event-line.module.css";
import { countryText, placeName } from "#catalogue/web/i18n/country-names.ts";
import classes from "./carrier-updates.module.css";
import { DelayNotice } from "./delay-notice.tsx";
import { FoldableSection } from "#ui/web/foldable-section.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { momentText, readerLocale, clockText } from "#ui/web/figures.tsx";
import { useEffect, useState } from "react";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { trackerLimits } from "#tracking/rules/tracking-stages.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#tracking/web/api.ts";

/** What a link shares of a leg lacks its number. */
type ReportedLeg = {
  readonly id?: string;
  readonly legNumber: number;
  readonly origin: string;
  readonly destination: string;
  readonly carrier: string | null;
  readonly status: LegStatus;
  readonly trackingNumber?: string | null;
};

/** Whether the leg's carrier may still report something. */
function isTrackable({ trackingNumber = null, status }: ReportedLeg): boolean {
  return trackingNumber !== null && (status === "pending" || status === "in_transit");
}

/** Empty where the carrier named none. */
function placeText({ place, country }: CarrierEvent): string {
  if (country === null) return place ?? "";
  const name = countryText(country);
  if (place === null || place === "") return name;
  const isNamed = place.toLowerCase().includes(name.toLowerCase());
  return isNamed ? place : t("carrier-events.place", { place, country: name });
}

function stageText({ stage }: CarrierEvent): string {
  return stage === null ? t("carrier-events.otherStage") : t(`carrier-events.stage.${stage}`);
}

function Event(props: { event: CarrierEvent }) {
  const { event } = props;
  const place = placeText(event);
  const stage = stageText(event);
  const { description } = event;
  return (
    <li className={`${line["item"]} ${classes["event"]}`} data-stage={event.stage ?? "unknown"}>
      <Text span fw={500} size="sm">
        {stage}
      </Text>
      {description === "" || description.toLowerCase() === stage.toLowerCase() ? null : (
        <Text span size="sm" c="dimmed">
          <span className="visually-hidden">{t("carrier-events.words")}</span>{" "}
          {/* Carriers write in any script and direction, which must not turn the text around it. */}
          <bdi>{description}</bdi>
        </Text>
      )}
      <Text span size="xs" c="dimmed">
        {place === "" ? null : (
          <>
            <bdi>{place}</bdi>
            <span> · </span>
          </>
        )}
        <time dateTime={event.occurredAt} className={`figures ${classes["time"] ?? ""}`}>
          {eventTimeText(event)}
        </time>
        {event.byStaff ? <span>{["", t("carrier-events.byStaff")].join(" · ")}</span> : null}
      </Text>
    </li>
  );
}

/** @param props.events the latest first. */
function Events(props: { events: readonly CarrierEvent[] }) {
  if (props.events.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("carrier-events.none")}
      </Text>
    );
  }
  return (
    <ol className={line["line"]} reversed>
      {props.events.map((event) => (
        <Event key={event.id} event={event} />
      ))}
    </ol>
  );
}

/**
 * The newest of what carriers report; nothing where they have reported nothing.
 * @param props.events in any order
 */
export function NewestCarrierEvent(props: { events: readonly CarrierEvent[] }) {
  const [newest] = props.events.toSorted((one, other) =>
    other.occurredAt.localeCompare(one.occurredAt),
  );
  return newest === undefined ? null : <Events events={[newest]} />;
}

type CourierNews = {
  /** The latest first. */
  events: readonly CarrierEvent[];
  /** Whether the parcel may still come. */
  isAwaited: boolean;
};

/**
 * What its courier reports about an inbound parcel, the latest first, after a notice where it may not come.
 * @param props.advice what the reader can do then.
 */
export function CourierEvents({ events, isAwaited, advice }: CourierNews & { advice?: string }) {
  const problem = isAwaited ? parcelProblemOf(events) : null;
  return (
    <Stack gap="md">
      {problem === null ? null : (
        <Alert
          color="yellow"
          icon={<PackageX size={18} />}
          title={t("carrier-events.problem")}
          role="status"
        >
          <span>
            {t("carrier-events.problemText", { stage: t(`carrier-events.stage.${problem}`) })}
          </span>
          {sentenceGap()}
          <span>{advice}</span>
        </Alert>
      )}
      <Events events={events} />
    </Stack>
  );
}

/** The same in a card, for the parcel's owner. */
export function CourierUpdates(props: CourierNews) {
  return (
    <SectionCard title={t("carrier-events.title")} actions={<DelayNotice />}>
      <CourierEvents {...props} advice={t("carrier-events.askShop")} />
    </SectionCard>
  );
}

function LegEvents(props: {
  leg: ReportedLeg;
  events: readonly CarrierEvent[];
  mayRefresh: boolean;
}) {
  const { leg, events } = props;
  const { items } = useCarriers();
  const route = t("carrier-events.leg", {
    number: leg.legNumber,
    origin: placeName(leg.origin),
    destination: placeName(leg.destination),
  });
  return (
    <section aria-label={route}>
      <div className={classes["heading"]}>
        <div>
          <Text fw={600} size="sm">
            {route}
          </Text>
          {leg.carrier === null ? null : (
            <Text size="xs" c="dimmed">
              {storedCarrierName(items, leg.carrier)}
            </Text>
          )}
        </div>
        {props.mayRefresh && leg.id !== undefined && isTrackable(leg) ? (
          <RefreshButton legId={leg.id} legNumber={leg.legNumber} />
        ) : null}
      </div>
      <Events events={events} />
    </section>
  );
}

/**
 * The section with what carriers report about all legs of a package, the latest leg and event first.
 * @param props.events the latest first.
 * @param props.mayRefresh whether the reader may ask carriers for news.
 * @param props.isShared whether a link shows it to somebody who need not be signed in.
 */
export function CarrierUpdates(props: {
  legs: readonly ReportedLeg[];
  events: readonly CarrierEvent[];
  mayRefresh: boolean;
  isShared?: boolean;
  isFolded?: boolean;
}) {
  const { events } = props;
  const shown = props.legs
    .map((leg) => ({ leg, events: events.filter(({ legNumber }) => legNumber === leg.legNumber) }))
    .filter((group) => group.events.length > 0 || isTrackable(group.leg))
    .toReversed();
  return (
    <FoldableSection
      title={t("carrier-events.title")}
      isFolded={props.isFolded === true}
      beside={props.isShared ? null : <DelayNotice />}
    >
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("carrier-events.noNumber")}
        </Text>
      ) : (
        <Stack gap="lg">
          {shown.map((group) => (
            <LegEvents key={group.leg.legNumber} {...group} mayRefresh={props.mayRefresh} />
          ))}
        </Stack>
      )}
    </FoldableSection>
  );
}

type ClockTime = { readonly day: string; readonly text: string };

/** A time on a clock of the place, `2026-11-21 08:14:00` or only its day, in the reader's locale. */
function clockTime(localTime: string): ClockTime | null {
  const [date = "", time] = localTime.split(" ");
  const clock = new Date(`${date}T${time ?? "00:00:00"}Z`);
  if (Number.isNaN(clock.getTime())) return null;
  const format = { dateStyle: "medium", timeZone: "UTC" } as const;
  const day = clock.toLocaleDateString(readerLocale(), format);
  const text = time === undefined ? day : clockText(clock, format);
  return { day, text };
}

/** The reader's own time; without the day where it is that of the place. */
function ownTimeText(occurredAt: string, { day }: ClockTime): string {
  if (momentText(occurredAt) !== day) return momentText(occurredAt, true);
  return clockText(new Date(occurredAt));
}

/** When an event happened: on the clock of its place and, where that differs, on the reader's. */
function eventTimeText(event: CarrierEvent): string {
  const { localTime, occurredAt, timeConfidence } = event;
  const full = momentText(occurredAt, true);
  const clock = clockTime(localTime);
  if (timeConfidence === "received" || clock === null) {
    return t("carrier-events.reportedAt", { time: full });
  }
  const { text: local } = clock;
  if (timeConfidence === "date") return t("carrier-events.dayOnly", { day: local });
  if (local === full) return full;
  const own = ownTimeText(occurredAt, clock);
  return timeConfidence === "exact"
    ? t("carrier-events.bothTimes", { local, own })
    : t("carrier-events.aboutBothTimes", { local, own });
}

/** Asks the carrier of a leg for news, which then arrives as usual. */
function RefreshButton(props: { legId: string; legNumber: number }) {
  const { legId, legNumber } = props;
  const [asked, setAsked] = useState<{ readonly isQueued: boolean } | null>(null);
  const refresh = useAction(useApi().tracking.refreshTracking.mutationOptions(), {
    done: (answer) => {
      setAsked(answer);
      return null;
    },
    showsErrorInPlace: true,
  });
  const { error } = refresh;
  // From then on the carrier may be asked again.
  useEffect(() => {
    if (asked === null) return undefined;
    const timer = setTimeout(() => setAsked(null), trackerLimits.refreshMinutes * 60_000);
    return () => clearTimeout(timer);
  }, [asked]);
  const answer = error
    ? apiErrorMessage(error, t("carrier-events.notAsked"))
    : asked?.isQueued
      ? t("carrier-events.asked")
      : asked
        ? t("carrier-events.askedAlready", { minutes: trackerLimits.refreshMinutes })
        : "";
  const ask = () => {
    setAsked(null);
    void refresh.run({ legId });
  };
  return (
    <div className={classes["refresh"]}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<RefreshCw size={14} aria-hidden="true" />}
        aria-label={t("carrier-events.refreshLeg", { number: legNumber })}
        loading={refresh.isRunning}
        disabled={asked?.isQueued === true}
        onClick={ask}
      >
        {t("carrier-events.refresh")}
      </Button>
      <Text size="xs" c={error ? "red" : "dimmed"} role="status">
        {answer}
      </Text>
    </div>
  );
}
