import { useQuery } from "@tanstack/react-query";
import { useApi } from "#shipping/web/api.ts";
import { BackLink } from "#ui/web/back-link.tsx";
import { ErrorState } from "#ui/web/error-state.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { ClosedManifest } from "./closed-manifest.tsx";
import { ScanScreen } from "./scan-screen.tsx";
import classes from "./manifests.module.css";
import { t } from "./messages.ts";

/** One manifest: scanned into while it is open, printed and handed over once it is closed. */
export function ManifestScreen(props: { manifestId: string; onLeave: () => void }) {
  const { manifestId, onLeave } = props;
  const api = useApi();
  const query = useQuery(api.manifests.readManifest.queryOptions({ input: { manifestId } }));
  const manifest = query.data;
  if (manifest === undefined) {
    return (
      <div className={classes["page"]}>
        <BackLink to="/admin/dashboard/manifests" label={t("manifests.back")} />
        {query.isError ? (
          <ErrorState
            title={t("manifests.notLoaded")}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <LoadingCard lines={6} />
        )}
      </div>
    );
  }
  return manifest.state === "open" ? (
    <ScanScreen manifest={manifest} onLeave={onLeave} />
  ) : (
    <ClosedManifest manifest={manifest} onLeave={onLeave} />
  );
}
