// The SQL about how long lanes take.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { LaneMonth } from "#catalogue/rules/lane-time.ts";
import type { ServiceMode } from "#catalogue/rules/shipping-service.ts";
import type { Db } from "#platform/server/db/open.ts";

/** A carrier's way from a country to another. */
export type MeasuredLane = {
  readonly carrierCode: string;
  readonly service: ServiceMode;
  readonly origin: CountryCode;
  readonly destination: CountryCode;
};

/** How many legs took how many days on a lane, and were silent for how many. */
export type LaneHistograms = MeasuredLane & {
  readonly daysHistogram: readonly number[];
  readonly silenceHistogram: readonly number[];
};

/**
 * Stores how long legs took that arrived in a month, where that differs, and deletes lanes on which none did. One statement, so
 * that a crash leaves the counts of before, and a repetition changes nothing.
 * @param month its first day, YYYY-MM-DD.
 */
export async function replaceMonth(
  db: Db,
  month: string,
  lanes: readonly LaneHistograms[],
): Promise<void> {
  const rows = lanes.map((lane) => ({
    carrier_code: lane.carrierCode,
    service: lane.service,
    origin: lane.origin,
    destination: lane.destination,
    days_histogram: lane.daysHistogram,
    silence_histogram: lane.silenceHistogram,
  }));
  await sql`
    with fresh as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as lanes (
        carrier_code text, service text, origin text, destination text,
        days_histogram integer[], silence_histogram integer[])
    ), gone as (
      delete from lane_times where month = ${month}::date and (carrier_code, service, origin, destination)
        not in (select carrier_code, service, origin, destination from fresh)
    )
    insert into lane_times as stored
      (carrier_code, service, origin, destination, month, days_histogram, silence_histogram)
    select carrier_code, service, origin, destination, ${month}::date, days_histogram, silence_histogram
    from fresh order by carrier_code, service, origin, destination
    on conflict (carrier_code, service, origin, destination, month) do update
      set days_histogram = excluded.days_histogram, silence_histogram = excluded.silence_histogram
      where (stored.days_histogram, stored.silence_histogram)
        is distinct from (excluded.days_histogram, excluded.silence_histogram)
  `.execute(db);
}

type LaneMonthRow = MeasuredLane & LaneMonth;

const columns = [
  "carrierCode",
  "service",
  "origin",
  "destination",
  "month",
  "daysHistogram",
  "silenceHistogram",
] as const;

/** The names of a lane's carrier, in languages other than English where they are known. */
export type CarrierNames = {
  readonly name: string;
  readonly nameZhHant: string | null;
  readonly nameZhHans: string | null;
};

/** What was measured on all lanes from a month on, with their carriers' names. */
export async function listLaneMonths(
  db: Db,
  firstMonth: string,
): Promise<(LaneMonthRow & CarrierNames)[]> {
  return await db
    .selectFrom("laneTimes")
    .innerJoin("carriers", "carriers.code", "laneTimes.carrierCode")
    .select(columns)
    .select(["carriers.name", "carriers.nameZhHant", "carriers.nameZhHans"])
    .where("month", ">=", firstMonth)
    .orderBy("carrierCode")
    .orderBy("origin")
    .orderBy("destination")
    .execute();
}

/** What was measured on a lane from a month on. */
export async function listMonthsOfLane(
  db: Db,
  lane: MeasuredLane,
  firstMonth: string,
): Promise<LaneMonthRow[]> {
  return await db
    .selectFrom("laneTimes")
    .select(columns)
    .where("carrierCode", "=", lane.carrierCode)
    .where("service", "=", lane.service)
    .where("origin", "=", lane.origin)
    .where("destination", "=", lane.destination)
    .where("month", ">=", firstMonth)
    .execute();
}
