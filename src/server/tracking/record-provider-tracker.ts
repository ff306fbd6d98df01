import { createHash } from "node:crypto";
import { countryByCode, countryByName } from "#core/country.ts";
import { resolveEventTime } from "#core/tracking-time.ts";
import type { ProviderEvent, ProviderTracker } from "#server/adapters/tracking/tracking.ts";
import type { ActingContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { applyTracker } from "./apply-tracker.ts";
import { insertTrackingEvents, listTrackedPackages } from "./event-queries.ts";
import { shownText } from "./shown-text.ts";
import { listTrackersOf, lockTracker, updateTrackers, type TrackerRow } from "./tracker-queries.ts";

/** No number has more events; what is beyond is not read. */
const maxEvents = 1_000;

/** The same for a repeated event, whatever we make of its status. */
function keyOf({ occurred, providerStatus, place, country, description }: ProviderEvent): Buffer {
  const { date, time, utcOffsetMinutes } = occurred;
  const facts = [date, time, utcOffsetMinutes, providerStatus, place, country, description];
  return createHash("sha256").update(JSON.stringify(facts)).digest();
}

function rowOf(
  event: ProviderEvent,
  facts: { readonly trackerId: string; readonly originCountry: string; readonly receivedAt: Date },
) {
  const { trackerId, originCountry, receivedAt } = facts;
  const country = event.country === null ? null : (countryByCode(event.country)?.code ?? null);
  const at = resolveEventTime(event.occurred, { country, originCountry, receivedAt });
  const { date, time } = event.occurred;
  const place = shownText(event.place ?? "", 200);
  return {
    trackerId,
    legId: null,
    key: keyOf(event),
    stage: event.stage,
    providerStatus: shownText(event.providerStatus, 100),
    occurredAt: at.occurredAt,
    localTime: shownText(time === null ? date : `${date} ${time}`, 40),
    utcOffsetMinutes: at.utcOffsetMinutes,
    timeConfidence: at.confidence,
    description: shownText(event.description, 500),
    place: place === "" ? null : place,
    country,
    receivedAt,
    createdBy: null,
  };
}

/**
 * The tracker that the provider means: the one under whose tag the number was registered, otherwise the one with the
 * number and the provider's carrier. A message decides nothing else about whose the number is.
 */
async function findTrackerId(db: Db, provided: ProviderTracker): Promise<string | undefined> {
  const withNumber = await listTrackersOf(db, provided.trackingNumber);
  const tagged = withNumber.find(({ id }) => id === provided.tag);
  if (tagged !== undefined) return tagged.id;
  const { providerCarrier } = provided;
  const ofCarrier = withNumber.find((tracker) => tracker.providerCarrier === providerCarrier);
  return (ofCarrier ?? (withNumber.length === 1 ? withNumber[0] : undefined))?.id;
}

function stateOf(tracker: TrackerRow, provided: ProviderTracker, hasEvents: boolean) {
  if (tracker.state === "ended" || provided.state === "ended") return "ended";
  return hasEvents || provided.state === "following" ? "following" : "not_found";
}

/**
 * Stores what the provider knows about a number and moves what has the number, in the transaction `db`. Events that are
 * known are not stored again. Returns the tracker's id; undefined where we follow no such number.
 */
export async function recordProviderTracker(
  context: ActingContext,
  db: Db,
  provided: ProviderTracker,
  receivedAt: Date,
): Promise<string | undefined> {
  const trackerId = await findTrackerId(db, provided);
  const tracker = trackerId === undefined ? undefined : await lockTracker(db, trackerId);
  if (trackerId === undefined || tracker === undefined) return undefined;
  const tracked = await listTrackedPackages(db, trackerId);
  // What has no leg comes from shops in China.
  const originCountry = countryByName(tracked[0]?.origin ?? "China")?.code ?? "CN";
  const facts = { trackerId, originCountry, receivedAt };
  const byKey = new Map(
    provided.events.map((event) => [keyOf(event).toString("hex"), event] as const),
  );
  const rows = [...byKey.values()].slice(0, maxEvents).map((event) => rowOf(event, facts));
  const newCount = await insertTrackingEvents(db, rows);
  const latest = Math.max(
    tracker.lastEventAt?.getTime() ?? 0,
    ...rows.map(({ occurredAt }) => occurredAt.getTime()),
  );
  await updateTrackers(db, [trackerId], {
    state: stateOf(tracker, provided, latest > 0),
    providerCarrier: provided.providerCarrier ?? tracker.providerCarrier,
    registeredAt: tracker.registeredAt ?? receivedAt,
    lastEventAt: latest > 0 ? new Date(latest) : null,
    attempts: 0,
    lastError: null,
    updatedAt: context.now(),
  });
  if (newCount > 0) await applyTracker(context, db, trackerId);
  return trackerId;
}
