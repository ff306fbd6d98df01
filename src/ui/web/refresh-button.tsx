import { Button } from "@mantine/core";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { t } from "#ui/web/i18n/messages.tsx";

/** @param props.query shown as loading while it refetches, not during its first load, which shows placeholders. */
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
      {t("common.refresh")}
    </Button>
  );
}
