// Whether there is a warehouse, on which it depends what is in sight, as columns of other features' queries: here alone.
import { sql } from "kysely";

/** Whether a warehouse was entered, open or not: what staff see depends on it. */
export const isWarehouseEntered = sql<boolean>`exists (select from warehouses)`;

/**
 * Whether a warehouse has been open once: what customers and the public see depends on it. Closing all warehouses hides
 * their addresses alone, since goods lie there.
 */
export const isWarehouseOpened = sql<boolean>`exists (
  select from warehouses where opened_at is not null
)`;
