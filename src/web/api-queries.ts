import type { ApiClient, ApiQueries } from "./api.tsx";

type Path = readonly string[];
type Call = (input: unknown, options?: { readonly signal: AbortSignal }) => Promise<unknown>;
type Options = { readonly input?: unknown; readonly [name: string]: unknown };
type PageOptions = Options & {
  readonly initialPageParam: unknown;
  readonly input: (page: unknown) => unknown;
};
type QueryContext = { readonly signal: AbortSignal; readonly pageParam?: unknown };

/** `[["area", "operation"], { input, type }]`; TanStack Query matches keys by their beginning. */
function keyOf(path: Path, state: { readonly input?: unknown; readonly type?: string } = {}) {
  const entries = Object.entries(state).filter(([, value]) => value !== undefined);
  return [path, Object.fromEntries(entries)];
}

function operationQueries(call: Call, path: Path) {
  const queryKey = ({ input }: Options = {}) => keyOf(path, { input, type: "query" });
  return {
    key: (state?: { readonly input?: unknown; readonly type?: string }) => keyOf(path, state),
    queryKey,
    queryOptions: (options: Options = {}) => ({
      queryFn: ({ signal }: QueryContext) => call(options.input, { signal }),
      queryKey: queryKey(options),
      ...options,
    }),
    infiniteOptions: (options: PageOptions) => ({
      queryFn: ({ pageParam, signal }: QueryContext) => call(options.input(pageParam), { signal }),
      queryKey: keyOf(path, { input: options.input(options.initialPageParam), type: "infinite" }),
      ...options,
    }),
    mutationOptions: (options: Options = {}) => ({
      mutationFn: (input: unknown) => call(input),
      mutationKey: keyOf(path, { type: "mutation" }),
      ...options,
    }),
  };
}

/**
 * Creates the query utilities of `@orpc/tanstack-query` in a fraction of its size. Only keys, queries, infinite queries
 * and mutations exist, although the type promises more.
 */
export function apiQueries(client: ApiClient): ApiQueries {
  const areas = client as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>;
  const areaOf = (area: string) =>
    new Proxy(
      {},
      {
        get: (_, name) => {
          if (typeof name !== "string") return undefined;
          if (name === "key") return () => keyOf([area]);
          const call: Call = (input, options) => areas[area]![name]!(input, options);
          return operationQueries(call, [area, name]);
        },
      },
    );
  return new Proxy(
    {},
    { get: (_, area) => (typeof area === "string" ? areaOf(area) : undefined) },
  ) as ApiQueries;
}
