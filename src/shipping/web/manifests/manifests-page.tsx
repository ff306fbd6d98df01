import { useSearchParams } from "react-router";
import { CarriersLoaded } from "#catalogue/web/carriers/carriers-loaded.tsx";
import { ManifestList } from "./manifest-list.tsx";
import { ManifestScreen } from "./manifest-screen.tsx";

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
