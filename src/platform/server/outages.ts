// One outage of the database fails every request, job and open page: the log says it once.
import { ApiError } from "#platform/rules/error-message.ts";
import { isDatabaseUnavailable } from "./error-response.ts";
import type { DatabaseLog } from "./log.ts";

const probeMilliseconds = 1_000;

export type Outages = {
  /**
   * Whether the fields of a line tell of an outage that the log knows already. The first line of an outage begins it, and the
   * first that is an error is written too, where warnings came before.
   */
  readonly isKnown: (fields: unknown, isError: boolean) => boolean;
  /** Watches the database by `ask`, which rejects while it does not answer; before that, nothing is known. */
  readonly watch: (ask: () => Promise<unknown>, log: Pick<DatabaseLog, "info">) => void;
};

/** A database that hangs shows as our own error, after the time that we wait for it. */
function tellsOfOutage(fields: unknown): boolean {
  if (typeof fields !== "object" || fields === null || !("error" in fields)) return false;
  const { error } = fields;
  if (error instanceof ApiError) return error.code === "unavailable";
  return isDatabaseUnavailable(error);
}

/**
 * Asks the database each second from the first error on, and says when it answers again and how many lines were left out. An
 * error of somebody else's server ends with the first answer, so its lines are all written.
 */
export function createOutages(): Outages {
  let watched: Parameters<Outages["watch"]> | null = null;
  let outage: { readonly since: number; hasError: boolean; leftOut: number } | null = null;

  function probe(): void {
    if (watched === null || outage === null) return;
    const [ask, log] = watched;
    const { since } = outage;
    const end = () => {
      if (outage === null) return;
      const { leftOut } = outage;
      outage = null;
      const seconds = Math.round((performance.now() - since) / 1000);
      if (leftOut > 0) log.info({ seconds, leftOut }, "The database answers again");
    };
    ask().then(end, () => void setTimeout(probe, probeMilliseconds).unref());
  }

  return {
    watch: (ask, log) => {
      watched = [ask, log];
    },
    isKnown(fields, isError) {
      if (watched === null || !tellsOfOutage(fields)) return false;
      if (outage === null) {
        outage = { since: performance.now(), hasError: isError, leftOut: 0 };
        probe();
        return false;
      }
      if (isError && !outage.hasError) {
        outage.hasError = true;
        return false;
      }
      outage.leftOut += 1;
      return true;
    },
  };
}
