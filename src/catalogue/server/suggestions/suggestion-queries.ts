// The SQL about suggestions, which come with the product.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { SuggestionContent, SuggestionKind } from "#catalogue/rules/suggestion.ts";
import type { Listeners } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";

/** A suggestion with what it adds when it is accepted. */
export type SuggestionRow = SuggestionContent & {
  readonly code: string;
  readonly source: string;
  readonly sourceDay: string;
  readonly acceptedAt: Date | null;
  /** Whether staff have something in its place already. */
  readonly isInPlace: boolean;
};

/** `today` is the day whose prices count. */
function selectSuggestions(
  db: Db,
  { suggestionHandlers: handlers }: Pick<Listeners, "suggestionHandlers">,
  today: string,
) {
  const day = sql`${today}::date`;
  const isInPlace = sql<boolean>`case kind
    when 'suspension' then exists (select from suspended_lanes l where l.reopened_at is null
      and l.carrier_id = content ->> 'carrierId' and l.destination_code = content ->> 'destinationCode'
      and coalesce(l.service, content ->> 'service') = content ->> 'service')
    when 'storage_rates' then ${handlers.storage_rates.isInPlace(day)}
    when 'extra_service' then ${handlers.extra_service.isInPlace(day)}
    when 'box' then ${handlers.box.isInPlace(day)}
    when 'ship_requests' then coalesce((select s.takes_ship_requests from shipping_services s
      where s.code = content ->> 'code' and s.valid_from <= ${day}
      order by s.valid_from desc, s.version desc limit 1), true)
    when 'service' then exists (select from shipping_services s where s.code = content ->> 'code')
    when 'goods_rules' then not exists (
      select from jsonb_array_elements(content -> 'goodsRules') as suggested
      cross join lateral jsonb_array_elements(coalesce(suggested -> 'modes', '[null]')) as of_mode
      where not exists (select from goods_rules r where r.flag = suggested ->> 'flag' and r.service_code is null
        and r.carrier_code is not distinct from suggested ->> 'carrierCode'
        and r.mode is not distinct from of_mode #>> '{}'))
    when 'duty_rule' then exists (select from duty_rules r where r.country_code = content ->> 'countryCode')
    else false end`;
  return db
    .selectFrom("suggestions")
    .select(["code", "kind", "content", "source", "sourceDay", "acceptedAt"])
    .select(isInPlace.as("isInPlace"))
    .orderBy("position");
}

/** A kind's content is of its kind, as the migrations write it. */
function toRows(rows: readonly { readonly kind: SuggestionKind }[]): SuggestionRow[] {
  return rows as SuggestionRow[];
}

/** The countries in which duty is prepaid by rules that are suggested and not accepted, with nothing of staff in place. */
export async function listSuggestedPrepaidDuty(db: Db): Promise<CountryCode[]> {
  const { rows } = await sql<{ countryCode: CountryCode }>`
    select content ->> 'countryCode' as country_code from suggestions
    where kind = 'duty_rule' and accepted_at is null and content ->> 'payer' = 'prepaid'
      and not exists (select from duty_rules r where r.country_code = content ->> 'countryCode')
  `.execute(db);
  return rows.map(({ countryCode }) => countryCode);
}

/** All suggestions, in their order. */
export async function listSuggestionRows(
  db: Db,
  listeners: Pick<Listeners, "suggestionHandlers">,
  today: string,
): Promise<SuggestionRow[]> {
  return toRows(await selectSuggestions(db, listeners, today).execute());
}

/** Locks these suggestions until the transaction ends, so that each is accepted once. */
export async function lockSuggestions(db: Db, codes: readonly string[]): Promise<void> {
  await db
    .selectFrom("suggestions")
    .select("code")
    .where("code", "in", codes)
    .orderBy("position")
    .forUpdate()
    .execute();
}

/** Records that a suggestion was accepted. */
export async function updateAccepted(
  db: Db,
  code: string,
  accepted: { readonly acceptedBy: string; readonly acceptedAt: Date },
): Promise<void> {
  await db.updateTable("suggestions").set(accepted).where("code", "=", code).execute();
}
