// What 17TRACK says about a number, in its shape.
import type { TrackedNumber } from "./tracked-number.ts";
import type { Step } from "./stories.ts";

export type Happening = { readonly step: Step; readonly occurredAt: number };

/** Of the United States' post, for the last mile of a story with two carriers. */
const lastMileCarrier = 21051;

const two = (value: number) => String(Math.trunc(value)).padStart(2, "0");

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`;
}

/** A carrier without a zone tells its local time, to which 17TRACK adds the zone that it guesses. */
function eventOf({ step, occurredAt }: Happening) {
  const offset = step.utcOffsetMinutes ?? 480;
  const local = new Date(occurredAt + offset * 60_000).toISOString();
  const [date = "", time = ""] = local.slice(0, 19).split("T");
  const [status = "", detail = ""] = step.status.split("_");
  const isMilestone = !["", "Other"].includes(detail);
  return {
    time_iso: `${date}T${time}${offsetText(offset)}`,
    time_utc: new Date(occurredAt).toISOString().replace(/\.\d+Z$/, "Z"),
    time_raw: {
      date,
      time,
      timezone: step.utcOffsetMinutes === null ? null : offsetText(offset),
    },
    description: step.description,
    location: step.place,
    stage: isMilestone && status === "InTransit" ? detail : status,
    sub_status: step.status,
    address: {
      country: step.country,
      state: null,
      city: step.place,
      street: null,
      postal_code: null,
      coordinates: { longitude: null, latitude: null },
    },
  };
}

function providerOf(key: number, happenings: readonly Happening[]) {
  const events = happenings.map(eventOf).toReversed();
  return {
    provider: {
      key,
      name: `Carrier ${key}`,
      alias: null,
      tel: null,
      homepage: null,
      country: null,
    },
    service_type: null,
    latest_sync_status: events.length > 0 ? "Success" : "Failure",
    latest_sync_time: events[0]?.time_utc ?? null,
    events_hash: null,
    provider_tips: null,
    events,
  };
}

function statusOf(last: Happening | undefined) {
  const subStatus = last?.step.status ?? "NotFound_Other";
  return {
    status: subStatus.split("_")[0],
    sub_status: subStatus,
    sub_status_descr: null,
  };
}

/** Newest event first, as 17TRACK lists them. */
export function trackInfoOf({ carrier }: TrackedNumber, happenings: readonly Happening[]): object {
  const last = happenings.at(-1);
  const lastMile = happenings.filter(({ step }) => step.isLastMile);
  const firstMile = happenings.filter(({ step }) => !step.isLastMile);
  const providers = [providerOf(carrier, firstMile)];
  if (lastMile.length > 0) providers.unshift(providerOf(lastMileCarrier, lastMile));
  return {
    shipping_info: {
      shipper_address: { country: happenings[0]?.step.country ?? null },
      recipient_address: { country: null },
    },
    latest_status: statusOf(last),
    latest_event: last === undefined ? null : eventOf(last),
    time_metrics: {
      days_after_order: 0,
      days_of_transit: 0,
      days_of_transit_done: 0,
      days_after_last_update: 0,
      estimated_delivery_date: { source: null, from: null, to: null },
    },
    milestone: happenings.toReversed().map((happening) => {
      const { stage, time_iso, time_utc } = eventOf(happening);
      return { key_stage: stage, time_iso, time_utc };
    }),
    misc_info: { risk_factor: 0, service_type: null, weight_raw: null, weight_kg: null },
    tracking: { providers_hash: null, providers },
  };
}
