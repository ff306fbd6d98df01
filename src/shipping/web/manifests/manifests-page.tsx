import { useSearchParams } from "react-router";
import { CarriersLoaded } from "#catalogue/web/carriers/use-carriers.tsx";
import { ManifestList } from "./manifest-list.tsx";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#shipping/web/api.ts";
import { BackLink } from "#ui/web/page-header.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { ClosedManifest } from "./closed-manifest.tsx";
import { ScanScreen } from "./scan-screen.tsx";
import classes from "./manifests.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** The desk at which packages are scanned out: all manifests, or the one in the address. */
export default function ManifestsPage() {
  const [search, setSearch] = useSearchParams();
  const manifestId = search.get("manifest");
  const show = (id: string | null) => setSearch(id === null ? {} : { manifest: id });
  return (
    <CarriersLoaded>
      {manifestId === null ? (
        <ManifestList onOpen={show} />
      ) : (
        <ManifestScreen key={manifestId} manifestId={manifestId} onLeave={() => show(null)} />
      )}
    </CarriersLoaded>
  );
}

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
