import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";

const PackageNewsOf = lazyPart(async () => (await import("./package-news.tsx")).PackageNewsOf);

/** The newest that is known of a package, on the page of something that left with it; few ask for it. */
export function PackageNewsPart(props: { packageId: string }) {
  return (
    <LazyPart fallback={<LoadingLines lines={2} />}>
      <PackageNewsOf packageId={props.packageId} />
    </LazyPart>
  );
}
