// The SQL of lists of ship requests.
import { sql } from "kysely";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";

const heldCents = sql<bigint>`coalesce((select sum(holds.amount_cents)::bigint from holds
  where holds.ship_request_id = ship_requests.id and holds.state = 'held'), 0)`;
const totalCents = sql<number | null>`(select total_cents from quotes
  where quotes.id = ship_requests.quote_id and quotes.ended = 'accepted')`;
const parcelsCount = sql<bigint>`(select count(*) from ship_request_parcels chosen
  where chosen.ship_request_id = ship_requests.id and chosen.state <> 'left_out')`;

const serviceNames = sql<NamesByLanguage | null>`(select names from shipping_services
  where shipping_services.code = ship_requests.service_code order by version desc limit 1)`;

/** A customer's requests, the newest first, and how many there are. */
export async function listOwnRequests(
  db: Db,
  userId: string,
  page: {
    readonly packageId: string | null;
    readonly isWaiting: boolean;
    readonly offset: number;
    readonly limit: number;
  },
) {
  const { packageId, isWaiting } = page;
  const own = db
    .selectFrom("shipRequests")
    .where("userId", "=", userId)
    .$if(packageId !== null, (query) => query.where("packageId", "=", packageId))
    .$if(isWaiting, (query) => query.where("state", "=", "waiting_for_customer"));
  const rows = await own
    .selectAll("shipRequests")
    .select([
      heldCents.as("heldCents"),
      totalCents.as("totalCents"),
      parcelsCount.as("parcelsCount"),
      serviceNames.as("serviceNames"),
    ])
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await own.select(sql<bigint>`count(*)`.as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}
