import { lazy, useState, type ComponentType } from "react";

/**
 * A component of a page's first view with a file of its own, for use within a `LazyPart`. It is loaded now rather than
 * when the page is drawn, because a slow phone loads files while it works on those that are here. Once loaded it is drawn
 * with the page; what React has to wait for, it shows at least 0.3 s later.
 */
export function earlyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadPart = async () => {
    loaded = await load();
    return { default: loaded };
  };
  // A part that cannot be loaded says so in its own place.
  if (!import.meta.env.SSR) loadPart().catch(() => undefined);
  const AwaitedPart = lazy(loadPart);
  return function EarlyPart(props: Props) {
    // Chosen once: another component in its place would begin anew.
    const [Part] = useState(() => loaded ?? AwaitedPart);
    return <Part {...props} />;
  };
}
