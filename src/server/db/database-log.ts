// What the database engine needs of a log, so that any logger (or none) can be handed to it.

type Write = (fields: object, sentence: string) => void;

/** Four levels, each taking the facts first and one sentence second. Pino's loggers fit. */
export type DatabaseLog = {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
};
