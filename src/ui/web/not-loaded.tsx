import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { LoadingLines } from "./loading-state.tsx";

/** In place of data that is not there yet: placeholders or, after a failure, an alert with a retry. */
export function NotLoaded(props: {
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  failure: { title: string; description?: ReactNode };
  lines: number;
  label?: string;
}) {
  const { query, failure, ...placeholders } = props;
  if (!query.isError) return <LoadingLines {...placeholders} />;
  return (
    <ErrorState {...failure} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  );
}
