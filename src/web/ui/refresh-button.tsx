/** The button that reads a list again, turning while it does. */
import { Button } from "@mantine/core";
import RefreshCw from "lucide-react/icons/refresh-cw";

/** @param query the list's; its very first reading, which shows placeholders, does not turn the button. */
export function RefreshButton(props: {
  query: { isFetching: boolean; isFetchedAfterMount: boolean; refetch: () => Promise<unknown> };
}) {
  const { query } = props;
  return (
    <Button
      variant="default"
      leftSection={<RefreshCw size={16} aria-hidden="true" />}
      loading={query.isFetching && query.isFetchedAfterMount}
      onClick={() => void query.refetch()}
    >
      Refresh
    </Button>
  );
}
