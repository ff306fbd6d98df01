// What each module does with its own rows when an account is exported and closed.
import type { SignedInContext } from "./context.ts";
import type { Db } from "./db/open.ts";

/** What closing an account does to a table. */
export type TableAfterClosing = {
  /** The columns that are emptied, or that the person's rows are deleted. */
  readonly erased?: "rows" | readonly string[];
  /** The columns that stay, with the reason. */
  readonly kept?: Readonly<Record<string, string>>;
};

export const hash = "A hash, from which nothing can be read.";
export const listed = "A word or code from a list.";

export type AccountPart = {
  /**
   * The module's tables with rows of customers. Columns with the id of an account (`user_id`, `actor_id`, `…_by`) stay
   * everywhere but in deleted rows: the id leads to a profile without a name. Columns whose values are a list in the schema
   * need no mention.
   */
  readonly tables: Readonly<Record<string, TableAfterClosing>>;
  /** Those that have nothing of a customer in them. */
  readonly withoutCustomers: readonly string[];
  /** What the export of the signed-in user's account has of the module. */
  readonly exported?: (context: SignedInContext) => Promise<Readonly<Record<string, unknown>>>;
  /**
   * Ends what is still open of the signed-in user, in the transaction `db` that then erases the account. Returns what removes
   * its files, which do not come back with a rollback and are removed last.
   */
  readonly end?: (context: SignedInContext, db: Db) => Promise<() => Promise<void>>;
  /** Erases what identifies the signed-in user, in the transaction `db` that closes the account. */
  readonly erase?: (context: SignedInContext, db: Db) => Promise<void>;
};
