import { sql, type RawBuilder } from "kysely";
import type { BoxName } from "#shipping/rules/box-name.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";

/** What `boxNameColumns` reads. */
export type BoxNameRow = {
  readonly number: bigint;
  readonly packageNumber: number | null;
  readonly memberCode: string | null;
};

/** The columns by which staff name the box of the request `r`. */
export function boxNameColumns(r: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${r}.number,
    (select packages.number from packages where packages.id = ${r}.package_id) as package_number,
    (select member_codes.code from member_codes where member_codes.user_id = ${r}.user_id) as member_code`;
}

/** A box as staff name it. */
export function describeBoxName({ number, packageNumber, memberCode }: BoxNameRow): BoxName {
  return { reference: shipRequestReference(number), packageNumber, memberCode };
}
