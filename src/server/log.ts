// The server's log: one JSON object a line, without secrets and without what people typed.
import { pino } from "pino";
import { messageOf } from "#core/error-message.ts";

/** Writes facts first, one sentence second: `log.info({ packageId }, "Package created")`. */
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

/** How far causes are followed: two errors may name each other. */
const deepestCause = 5;
const mostErrorsTogether = 5;

/** Keeps of an error what finds its cause; a database error's `detail` quotes stored values and stays out. */
function describeError(error: unknown, depth = 0): unknown {
  const message = messageOf(error);
  if (!(error instanceof Error)) return { message };
  const code = "code" in error && typeof error.code !== "object" ? error.code : undefined;
  const isDeepest = depth >= deepestCause;
  const cause =
    error.cause === undefined || isDeepest ? undefined : describeError(error.cause, depth + 1);
  const errors =
    error instanceof AggregateError && !isDeepest
      ? error.errors.slice(0, mostErrorsTogether).map((one) => describeError(one, depth + 1))
      : undefined;
  return { type: error.name, message, code, stack: error.stack, cause, errors };
}

function serializeError(error: unknown): unknown {
  return describeError(error);
}

/** How many characters wait at most for a disk that takes none; what comes beyond is dropped. */
const mostWaitingLength = 1024 * 1024;

/** Writes at once, and puts up with a full disk: no request may fail because nobody can be told of it. */
function openStandardError() {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: mostWaitingLength });
  destination.on("error", () => undefined);
  return destination;
}

/**
 * Opens a log that writes to standard error, or to `write` in tests. Fields of the names above, at the top
 * and one level down, are blanked whatever they hold; `error` takes an Error.
 */
export function createLog(options: {
  level: "debug" | "info" | "warn" | "error" | "silent";
  write?: (line: string) => void;
}): Log {
  const destination = options.write ? { write: options.write } : openStandardError();
  return pino(
    {
      level: options.level,
      base: null,
      messageKey: "message",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: serializeError, err: serializeError },
      redact: {
        paths: secretFields.flatMap((name) => [name, `*.${name}`, `*["${name}"]`]),
        censor: "[hidden]",
      },
    },
    destination,
  );
}
