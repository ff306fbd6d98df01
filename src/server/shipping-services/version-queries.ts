// The SQL that adds versions of shipping services.
import { sql } from "kysely";
import type { RateTable } from "#core/shipping-service.ts";
import type { Db } from "#server/db/open.ts";

type VersionOrigin = {
  readonly validFrom: string;
  readonly source: string;
  readonly createdBy: string;
  readonly createdAt: Date;
};

const tablesOfStatement = 1_000;

/**
 * Inserts a version of a service that has everything of the version `baseId` but these rates, and returns its number;
 * undefined when somebody else adds one of the service at the same time.
 */
export async function insertVersionWithRates(
  db: Db,
  baseId: string,
  tables: readonly RateTable[],
  origin: VersionOrigin,
): Promise<number | undefined> {
  const { validFrom, source, createdBy, createdAt } = origin;
  const { rows } = await sql<{ id: string; version: number }>`
    insert into shipping_services (
      code, version, carrier_code, name, mode, origin_code, legs, countries, currency, divisor, rounds_sides_up,
      volumetric_from_side_mm, rounding_grams, minimum_grams, maximum_grams, maximum_side_mm, maximum_girth_mm, tracked,
      signature, duty, included_cover_cents, refused_goods, refused_batteries, label, delivery_min, delivery_max,
      delivery_unit, is_active, valid_from, source, created_by, created_at
    )
    select code, (select max(version) + 1 from shipping_services versions where versions.code = base.code),
      carrier_code, name, mode, origin_code, legs, countries, currency, divisor, rounds_sides_up,
      volumetric_from_side_mm, rounding_grams, minimum_grams, maximum_grams, maximum_side_mm, maximum_girth_mm, tracked,
      signature, duty, included_cover_cents, refused_goods, refused_batteries, label, delivery_min, delivery_max,
      delivery_unit, is_active, ${validFrom}::date, ${source}, ${createdBy}::uuid, ${createdAt}::timestamptz
    from shipping_services base where id = ${baseId}
    on conflict (code, version) do nothing returning id, version
  `.execute(db);
  const [added] = rows;
  if (added === undefined) return undefined;
  await sql`
    insert into service_surcharges (service_id, position, kind, condition, amount, valid_from)
    select ${added.id}, position, kind, condition, amount, valid_from
    from service_surcharges where service_id = ${baseId}
  `.execute(db);
  const values = tables.map(({ countries, bands, step }, index) => ({
    serviceId: added.id,
    position: index + 1,
    countries,
    bands: JSON.stringify(bands),
    stepGrams: step?.grams ?? null,
    stepCents: step?.priceCents ?? null,
  }));
  for (let first = 0; first < values.length; first += tablesOfStatement) {
    await db
      .insertInto("serviceRates")
      .values(values.slice(first, first + tablesOfStatement))
      .execute();
  }
  return added.version;
}
