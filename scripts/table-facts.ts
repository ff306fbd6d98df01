// What is stated about the tables of a module besides the database.

export type ModuleTables = {
  readonly tables: readonly string[];
  /** By the file of rules that has it, the type of columns whose values the database does not know, or keeps as JSON. */
  readonly types?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Columns that no update changes, besides those that the application's role may not update. */
  readonly fixed?: readonly string[];
  /** Columns that have their default at first. */
  readonly notInserted?: readonly string[];
};
