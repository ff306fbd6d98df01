import { createHash } from "node:crypto";
import { countryByCode, countryByName } from "#catalogue/rules/country.ts";
import { resolveEventTime } from "#tracking/rules/tracking-time.ts";
import type {
  ProviderEvent,
  ProviderTracker,
} from "#tracking/server/adapters/tracking/tracking.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertTrackingEvents } from "./message-queries.ts";
import {
  listTrackersOf,
  lockTrackers,
  updateReadTrackers,
  type TrackerRow,
} from "./tracker-queries.ts";
import "#tracking/server/announcements.ts";
import { decodeHTML } from "entities";
import { storableText, normalizeLine } from "#platform/rules/normalize-text.ts";

/** What the provider knows about a number, and when we got it. */
export type ReceivedTracker = {
  readonly provided: ProviderTracker;
  readonly receivedAt: Date;
};

/** No number has more events; what is beyond is not read. */
const maxEvents = 1_000;

/** The same for a repeated event, whatever we make of its status. */
function keyOf({ occurred, providerStatus, place, country, description }: ProviderEvent): Buffer {
  const { date, time, utcOffsetMinutes } = occurred;
  const facts = [date, time, utcOffsetMinutes, providerStatus, place, country, description];
  return createHash("sha256").update(JSON.stringify(facts)).digest();
}

function toRow(
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
function toTracker(
  provided: ProviderTracker,
  withNumber: readonly TrackerRow[],
): TrackerRow | undefined {
  const tagged = withNumber.find(({ id }) => id === provided.tag);
  if (tagged !== undefined) return tagged;
  const { providerCarrier } = provided;
  const ofCarrier = withNumber.find((tracker) => tracker.providerCarrier === providerCarrier);
  return ofCarrier ?? (withNumber.length === 1 ? withNumber[0] : undefined);
}

async function findTrackerIds(
  db: Db,
  received: readonly ReceivedTracker[],
): Promise<(string | undefined)[]> {
  const numbers = [...new Set(received.map(({ provided }) => provided.trackingNumber))];
  const byNumber = Map.groupBy(
    await listTrackersOf(db, numbers),
    ({ trackingNumber }) => trackingNumber,
  );
  return received.map(
    ({ provided }) => toTracker(provided, byNumber.get(provided.trackingNumber) ?? [])?.id,
  );
}

function stateOf(
  tracker: TrackerRow,
  all: readonly ProviderTracker[],
  hasEvents: boolean,
): TrackerRow["state"] {
  if (tracker.state === "ended" || all.some(({ state }) => state === "ended")) return "ended";
  return hasEvents || all.some(({ state }) => state === "following") ? "following" : "not_found";
}

/** The events that several messages tell of one number, each once, as it was first received. */
function toEventRows(trackerId: string, originCountry: string, all: readonly ReceivedTracker[]) {
  const byKey = new Map<string, ReturnType<typeof toRow>>();
  for (const { provided, receivedAt } of all) {
    for (const event of provided.events.slice(0, maxEvents)) {
      const key = keyOf(event).toString("hex");
      if (!byKey.has(key)) byKey.set(key, toRow(event, { trackerId, originCountry, receivedAt }));
    }
  }
  return [...byKey.values()];
}

/** What is stored of a tracker after several messages about it. */
function changeOf(
  tracker: TrackerRow,
  all: readonly ReceivedTracker[],
  rows: readonly { readonly occurredAt: Date }[],
) {
  const latest = Math.max(
    tracker.lastEventAt?.getTime() ?? 0,
    ...rows.map(({ occurredAt }) => occurredAt.getTime()),
  );
  const provided = all.map((one) => one.provided);
  const carriers = provided.flatMap(({ providerCarrier }) => providerCarrier ?? []);
  return {
    id: tracker.id,
    state: stateOf(tracker, provided, latest > 0),
    providerCarrier: carriers.at(-1) ?? tracker.providerCarrier,
    registeredAt: tracker.registeredAt ?? all[0]?.receivedAt ?? null,
    lastEventAt: latest > 0 ? new Date(latest) : null,
  };
}

/**
 * Stores what the provider knows about numbers and moves what has the numbers, in the transaction `db`. Events that are
 * known are not stored again. Returns the tracker's id of each; undefined where we follow no such number.
 */
export async function recordProviderTrackers(
  context: ActingContext,
  db: Db,
  received: readonly ReceivedTracker[],
): Promise<(string | undefined)[]> {
  const trackerIds = await findTrackerIds(db, received);
  const known = [...new Set(trackerIds.filter((id) => id !== undefined))];
  if (known.length === 0) return trackerIds;
  const trackers = await lockTrackers(db, known);
  const tracked = await context.listeners.legsOfTrackers(db, known);
  const byTracker = Map.groupBy(received, (_one, index) => trackerIds[index]);
  const found = trackers.map((tracker) => {
    const all = byTracker.get(tracker.id) ?? [];
    // What has no leg comes from shops in China.
    const origin = tracked.find(({ trackerId }) => trackerId === tracker.id)?.origin ?? "China";
    const rows = toEventRows(tracker.id, countryByName(origin)?.code ?? "CN", all);
    return { rows, change: changeOf(tracker, all, rows) };
  });
  const rows = found.flatMap((one) => one.rows);
  const changed = new Set(await insertTrackingEvents(db, rows));
  await updateReadTrackers(
    db,
    found.map(({ change }) => change),
    context.now(),
  );
  await context.listeners.trackersReported(
    context,
    db,
    known.filter((id) => changed.has(id)),
  );
  return trackerIds;
}

/** Stores an event that staff added to a leg; false where it is known. */
export async function storeEvent(
  db: Db,
  event: Parameters<typeof insertTrackingEvents>[1][number],
): Promise<boolean> {
  return (await insertTrackingEvents(db, [event])).length > 0;
}

/** Elements whose content is no words, and comments. */
const hidden = /<(script|style)\b[^<>]*>.*?<\/\1\s*>|<!--.*?-->/gis;
const tag =
  /<\/?(?:a|b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|html|i|img|label|li|ol|p|pre|s|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul)(?:\s[^<>]*)?\/?>/gi;

/** The words of a text that may have HTML in it, also escaped; what only looks like a tag stays. */
function wordsOf(text: string): string {
  // Some carriers escape twice.
  return decodeHTML(decodeHTML(text)).replaceAll(hidden, " ").replaceAll(tag, " ");
}

/** Longer ones are no words of a carrier. */
const longestText = 20_000;

/** The words of somebody else's text on one line, without markup and what cannot be stored, and shortened. */
export function shownText(text: string, maximumLength: number): string {
  const words = normalizeLine(wordsOf(text.slice(0, longestText)));
  return storableText(words.replaceAll(/\s+/g, " "), maximumLength);
}
