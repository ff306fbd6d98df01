import type { RawBuilder } from "kysely";

/** A part of a statement that another module writes. */
export type SqlPart<Value> = RawBuilder<Value>;
