import { sql } from "kysely";

/** Whether there is the extra service that a row of `suggestions` contains. */
export const isServiceInPlace = sql<boolean>`exists (
  select from extra_services e where e.code = content ->> 'code'
)`;
