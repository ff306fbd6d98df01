import type { Insertable, Selectable, Updateable } from "kysely";

/** Every table by its name in code: each module adds its own. */
export interface Tables {}

/** A row as it is read. */
export type RowOf<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type InsertOf<Table extends keyof Tables> = Insertable<Tables[Table]>;
export type UpdateOf<Table extends keyof Tables> = Updateable<Tables[Table]>;
