import { Button } from "@mantine/core";
import { apiErrorCode } from "#ui/web/api.tsx";
import type { DeskSettings } from "#goods/web/receiving/desk-memory.ts";
import { ErrorState } from "#ui/web/error-state.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { OpenRequest } from "./open-request.tsx";
import { useRequest } from "./use-request.ts";
import { t } from "./messages.ts";

/** One ship request, which fills the screen. */
export function PackingScreen(props: {
  shipRequestId: string;
  settings: DeskSettings;
  onSettings: (settings: DeskSettings) => void;
  onLeave: () => void;
}) {
  const { query, show, refresh } = useRequest(props.shipRequestId);
  if (query.data === undefined) {
    if (!query.isError) return <LoadingCard lines={8} />;
    const isGone = apiErrorCode(query.error) === "not_found";
    return (
      <>
        <ErrorState
          title={t(isGone ? "packing.requestGone" : "packing.requestNotLoaded")}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
        <Button mt="md" size="md" variant="default" onClick={props.onLeave}>
          {t("packing.backToQueue")}
        </Button>
      </>
    );
  }
  return <OpenRequest {...props} request={query.data} onShow={show} onRefresh={refresh} />;
}
