/** The card that holds a list of its own screen, or says that the list could not be loaded. */
import { Card } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";

/**
 * @param query the list's; while it has failed, `failure` stands in place of the table.
 * @param children the table, which reaches the card's edges.
 */
export function ListCard(props: {
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  failure: { title: string; description: string };
  children: ReactNode;
}) {
  const { query, failure } = props;
  if (!query.isError) return <Card padding={0}>{props.children}</Card>;
  return (
    <ErrorState {...failure} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  );
}
