import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { reportBrokenPage } from "./error-reporter.ts";
import { ErrorState } from "./states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** @param props.isFocused for a part that the user has just asked for and may not see on a long page. */
function FailedPart(props: { isFocused: boolean }) {
  const { isFocused } = props;
  const spot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) spot.current?.focus();
  }, [isFocused]);
  return (
    <div ref={spot} tabIndex={-1}>
      <ErrorState
        title={t("ui.partNotLoaded.title")}
        description={t("ui.partNotLoaded.description")}
        retryLabel={t("ui.reload")}
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}

type BoundaryProps = { readonly isFocused: boolean; readonly children: ReactNode };

class PartBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    reportBrokenPage(error);
  }

  override render() {
    if (this.state.hasFailed) return <FailedPart isFocused={this.props.isFocused} />;
    return this.props.children;
  }
}

/**
 * Renders components made with `lazy`. Where one cannot be loaded, a message stands in its place and the rest of the
 * page is kept.
 * @param props.isWanted delays the children until it is true for the first time; they then stay, so that a dialog can
 * close by itself.
 */
export function LazyPart(props: { isWanted?: boolean; fallback?: ReactNode; children: ReactNode }) {
  const { isWanted = true } = props;
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  if (!wasWanted) return null;
  return (
    <PartBoundary isFocused={props.isWanted !== undefined}>
      <Suspense fallback={props.fallback ?? null}>{props.children}</Suspense>
    </PartBoundary>
  );
}

/**
 * What opens over a page, such as a dialog, with a file of its own, which is loaded when it is first wanted. Everything
 * else of a page is loaded with its route.
 */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() }));
  return function LaterPart({ isWanted, ...props }: Props & { isWanted: boolean }) {
    return (
      <LazyPart isWanted={isWanted}>
        {/* The compiler does not see that Props without isWanted and with it are the same. */}
        <Part {...(props as unknown as Props)} />
      </LazyPart>
    );
  };
}
