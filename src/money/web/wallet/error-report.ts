import { useCallback } from "react";
import { messageOf } from "#platform/rules/error-message.ts";
import { useApiClient } from "#money/web/api.ts";

/** Reports an error with its source to the server; ignores failures, because they could not be reported either. */
export function useErrorReport(): (source: string, error: unknown) => void {
  const client = useApiClient();
  return useCallback(
    (source, error) => {
      const stack = error instanceof Error ? error.stack : undefined;
      const report = {
        source,
        errorMessage: messageOf(error).slice(0, 2000),
        ...(stack === undefined ? {} : { errorStack: stack.slice(0, 8000) }),
      };
      client.errorReports.reportError(report).catch(() => undefined);
    },
    [client],
  );
}
