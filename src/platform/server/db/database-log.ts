type Write = (fields: object, sentence: string) => void;

/** The part of a Pino logger that the database code uses. */
export type DatabaseLog = {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
};
