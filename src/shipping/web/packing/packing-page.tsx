import { useOpenRow } from "#ui/web/open-state.ts";
import { useDeskSettings, type DeskSettings } from "#goods/web/receiving/desk-memory.ts";
import { QueueScreen } from "./queue-screen.tsx";
import { Button } from "@mantine/core";
import { apiErrorCode } from "#ui/web/api.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { OpenRequest } from "./open-request.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { useApi } from "#shipping/web/api.ts";

/** The queue, or the one ship request whose box is open. */
export default function PackingPage() {
  const { settings, change } = useDeskSettings();
  const { id, open } = useOpenRow("request");
  if (id !== null) {
    return (
      <PackingScreen
        key={id}
        shipRequestId={id}
        settings={settings}
        onSettings={change}
        onLeave={() => open(null)}
      />
    );
  }
  return (
    <QueueScreen
      warehouseId={settings.warehouseId}
      onWarehouse={(warehouseId) => change({ ...settings, warehouseId })}
      onOpen={open}
    />
  );
}

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

/** A ship request at the packing desk, and how its answers are shown at once. */
export function useRequest(shipRequestId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const options = api.packing.readShipRequest.queryOptions({ input: { shipRequestId } });
  const query = useQuery(options);
  const { queryKey } = options;
  const show = useCallback(
    (request: PackingRequest) => {
      queryClient.setQueryData(queryKey, request);
    },
    // The key differs by the request alone, for which the page is mounted anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [queryClient],
  );
  const refresh = async () => {
    await query.refetch();
  };
  return { query, show, refresh };
}
