import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from "react";
import { reportBrokenPage } from "./error-reporter.ts";
import { focusFromTop } from "./focus.ts";
import { ErrorState } from "./states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** Makes the parts that could not be loaded anew: what failed once stays failed for React. */
const renewals = new Set<() => void>();

function renewFailedParts(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

/** A component with a file of its own, to be drawn within a `LazyPart`, which can load it again where that failed. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const make = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        renewals.add(renew);
        throw error;
      }
    });
  let Part = make();
  const renew = () => {
    Part = make();
  };
  return function LoadedPart(props: Props) {
    // The compiler does not see that these are the properties of the component.
    return <Part {...(props as ComponentProps<typeof Part>)} />;
  };
}

/**
 * @param props.isFocused for a part that the user has just asked for and may not see on a long page
 * @param props.onRetry null where that has been tried: browsers that keep failures, and releases that are gone, need the whole
 * page
 */
function FailedPart(props: { isFocused: boolean; onRetry: (() => void) | null }) {
  const { isFocused, onRetry } = props;
  const spot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) focusFromTop(spot.current);
  }, [isFocused]);
  return (
    <div ref={spot} tabIndex={-1}>
      <ErrorState
        title={t("ui.partNotLoaded.title")}
        description={t(onRetry ? "ui.partNotLoaded.description" : "ui.partNotLoaded.again")}
        retryLabel={t(onRetry ? "common.tryAgain" : "ui.reload")}
        onRetry={onRetry ?? (() => window.location.reload())}
      />
    </div>
  );
}

type BoundaryProps = { readonly isFocused: boolean; readonly children: ReactNode };
type BoundaryState = { readonly hasFailed: boolean; readonly hasRetried: boolean };

class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state = { hasFailed: false, hasRetried: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    reportBrokenPage(error);
  }

  retry = () => {
    renewFailedParts();
    this.setState({ hasFailed: false, hasRetried: true });
  };

  override render() {
    const { hasFailed, hasRetried } = this.state;
    if (!hasFailed) return this.props.children;
    return <FailedPart isFocused={this.props.isFocused} onRetry={hasRetried ? null : this.retry} />;
  }
}

/**
 * Renders components made with `lazyPart`. Where one cannot be loaded, a message with a retry stands in its place and the rest
 * of the page is kept.
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
  const Part = lazyPart(load);
  return function LaterPart({ isWanted, ...props }: Props & { isWanted: boolean }) {
    return (
      <LazyPart isWanted={isWanted}>
        {/* The compiler does not see that Props without isWanted and with it are the same. */}
        <Part {...(props as unknown as Props)} />
      </LazyPart>
    );
  };
}
