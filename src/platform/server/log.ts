import { pino } from "pino";
import { messageOf } from "#platform/rules/error-message.ts";

/** One JSON object a line. Fields come first, the sentence second: `log.info({ packageId }, "Package created")`. */
export type Log = pino.Logger;

const secretFields = [
  "password",
  "token",
  "accessToken",
  "refreshToken",
  "secret",
  "secretKey",
  "cookie",
  "authorization",
  "url",
  "email",
];

/** Limited because two errors may name each other as their cause. */
const maxCauseDepth = 5;
const maxAggregatedErrors = 5;

/** A database error's `detail` quotes stored values and is left out. */
function describeError(error: unknown, depth = 0): unknown {
  const message = messageOf(error);
  if (!(error instanceof Error)) return { message };
  const code = "code" in error && typeof error.code !== "object" ? error.code : undefined;
  const isDeepest = depth >= maxCauseDepth;
  const cause =
    error.cause === undefined || isDeepest ? undefined : describeError(error.cause, depth + 1);
  const errors =
    error instanceof AggregateError && !isDeepest
      ? error.errors.slice(0, maxAggregatedErrors).map((one) => describeError(one, depth + 1))
      : undefined;
  return { type: error.name, message, code, stack: error.stack, cause, errors };
}

function serializeError(error: unknown): unknown {
  return describeError(error);
}

/** Lines beyond this many characters are dropped while the disk takes none. */
const maxBufferedCharacters = 1024 * 1024;

/** Write errors are ignored: no request may fail because the log's disk is full. */
function openStandardError() {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: maxBufferedCharacters });
  destination.on("error", () => undefined);
  return destination;
}

/**
 * Opens a log that writes to standard error, or to `write` in tests. The fields in
 * `secretFields`, at the top and one level down, are redacted; `error` takes an Error.
 */
export function createLog(options: {
  level: "debug" | "info" | "warn" | "error" | "silent";
  write?: (line: string) => void;
  /** Which lines are left out as repeating what is known. */
  outages?: { readonly isKnown: (fields: unknown, isError: boolean) => boolean };
}): Log {
  const { outages } = options;
  const destination = options.write ? { write: options.write } : openStandardError();
  return pino(
    {
      level: options.level,
      base: null,
      messageKey: "message",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      ...(outages && {
        hooks: {
          logMethod(args, method, level) {
            const repeated = level >= warnLevel && outages.isKnown(args[0], level >= errorLevel);
            if (repeated) this.debug(...args);
            else method.apply(this, args);
          },
        },
      }),
      serializers: { error: serializeError, err: serializeError },
      redact: {
        paths: secretFields.flatMap((name) => [name, `*.${name}`, `*["${name}"]`]),
        censor: "[hidden]",
      },
    },
    destination,
  );
}

const { warn: warnLevel = 40, error: errorLevel = 50 } = pino.levels.values;

type Write = (fields: object, sentence: string) => void;

/** The part of a Pino logger that the database code uses. */
export type DatabaseLog = {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
};
