// The API client is provided through context so that tests can pass a fake.
import { createORPCClient, ORPCError, type NestedClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { AnyContractRouter, ContractRouterClient } from "@orpc/contract";
import { createTanstackQueryUtils, type RouterUtils } from "@orpc/tanstack-query";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { withOwnReason } from "#ui/web/own-things/ask-own-reason.ts";
import { ownReasonHeader } from "#platform/rules/own-things.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { takeFirstRead } from "./first-reads.ts";
import type { ErrorCode } from "#platform/contract/errors.ts";

type RequestContext = {
  /** The account that a request is for. The server refuses it under the session of another one. */
  readonly userId?: string;
  /** Why an admin changes something of their own, where nobody else can. */
  readonly ownReason?: string;
};

/** Every operation of a contract as a function. */
export type ClientOf<Contract extends AnyContractRouter> = ContractRouterClient<
  Contract,
  RequestContext
>;
/** Query and mutation options of every operation, as in `useApi().auth.readSession.queryOptions()`. */
export type QueriesOf<Contract extends AnyContractRouter> = RouterUtils<ClientOf<Contract>>;

/** Operations by area, whichever module calls them. */
type Client = NestedClient<RequestContext>;

/** A request that could not leave the browser. */
export class OfflineError extends Error {
  constructor() {
    super(t("common.offline"));
  }
}

export function isOffline(error: unknown): boolean {
  return error instanceof OfflineError;
}

/**
 * Tries even when the browser calls itself offline, because some do so although the server can be reached; only the
 * failure of such a request means that nothing was sent.
 */
async function send(request: Request, init: RequestInit): Promise<Response> {
  const wasOffline = !navigator.onLine;
  const early = await takeFirstRead(request);
  if (early !== undefined) return early;
  try {
    return await fetch(request, init);
  } catch (error) {
    throw wasOffline && !request.signal.aborted ? new OfflineError() : error;
  }
}

/** Called with every error of an operation; returns a function that ends it. */
type SubscribeToErrors = (listener: (error: unknown) => void) => () => void;

const ApiContext = createContext<{
  client: Client;
  queries: unknown;
  subscribeToErrors: SubscribeToErrors;
} | null>(null);

function createClient(): Client {
  return createORPCClient(
    new RPCLink<RequestContext>({
      // A function, because there is no window where pages are prerendered.
      url: () => `${window.location.origin}/api/rpc`,
      headers: ({ context }) => ({
        "accept-language": documentLanguage(),
        "x-time-zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(context.userId !== undefined && { "x-user-id": context.userId }),
        ...(context.ownReason !== undefined && {
          [ownReasonHeader]: encodeURIComponent(context.ownReason),
        }),
      }),
      interceptors: [
        async ({ next, ...options }) => {
          // What a desk sends by itself asks nobody.
          if (options.context.userId !== undefined) return await next();
          return await withOwnReason(async (ownReason) =>
            ownReason === undefined
              ? await next()
              : await next({ ...options, context: { ...options.context, ownReason } }),
          );
        },
      ],
      fetch: send,
    }),
  );
}

/** The same client, which also tells `report` of every error, whoever has called the operation. */
function withReports(client: Client, report: (error: unknown) => void): Client {
  const call = async (area: object, name: PropertyKey, input: readonly unknown[]) => {
    const operation = Reflect.get(area, name) as (...given: readonly unknown[]) => unknown;
    try {
      return await operation(...input);
    } catch (error) {
      report(error);
      throw error;
    }
  };
  const areaOf = (area: object) =>
    new Proxy(area, {
      get:
        (_, name) =>
        (...input: readonly unknown[]) =>
          call(area, name, input),
    });
  return new Proxy(client, { get: (_, area) => areaOf(Reflect.get(client, area) as object) });
}

function isRetryable(error: unknown): boolean {
  if (apiErrorCode(error) === "maintenance") return false;
  return !(error instanceof ORPCError) || [502, 503, 504].includes(error.status);
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 3 && isRetryable(error),
        retryDelay: (failures) => 200 * 2 ** failures,
      },
      // Without a connection a mutation fails at once, instead of being sent later without the user.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** Provides the API to the screens below it; tests pass a fake `client`. */
export function ApiProvider({ client, children }: { client?: Client; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const value = useMemo(() => {
    const listeners = new Set<(error: unknown) => void>();
    const reporting = withReports(client ?? createClient(), (error) => {
      for (const listener of listeners) listener(error);
    });
    const subscribeToErrors: SubscribeToErrors = (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    return { client: reporting, queries: createTanstackQueryUtils(reporting), subscribeToErrors };
  }, [client]);
  return (
    <ApiContext value={value}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiContext>
  );
}

function useApiContext() {
  const value = useContext(ApiContext);
  if (value === null) throw new Error("useApi and useApiClient need an ApiProvider above them.");
  return value;
}

/**
 * The hooks by which the files of a module reach the operations of its contract: `useApi` for the options of queries and
 * mutations, `useApiClient` for calls outside of them.
 */
export function apiOf<Contract extends AnyContractRouter>() {
  return {
    useApi: () => useApiContext().queries as QueriesOf<Contract>,
    useApiClient: () => useApiContext().client as ClientOf<Contract>,
  };
}

/**
 * The key of what was read of an area or by an operation ("admin", "users.readUser"), for a module that shows something to
 * modules above it, whose operations it does not know.
 */
export function keyOfReads(name: string) {
  return [name.split("."), {}] as const;
}

/** Subscribes to the errors of all operations, also of those that are called outside queries and mutations. */
export function useApiErrors(): SubscribeToErrors {
  return useApiContext().subscribeToErrors;
}

/** The code of an error that the server reported, or null for any other failure (network, a bug). */
export function apiErrorCode(error: unknown): ErrorCode | null {
  if (!(error instanceof ORPCError)) return null;
  const isApiError = error.status < 500 || error.code === "maintenance";
  return isApiError ? (error.code as ErrorCode) : null;
}

/** The message of an error that the server reported or that the connection is missing; `fallback` for any other failure. */
export function apiErrorMessage(error: unknown, fallback: string): string {
  const isKnown = apiErrorCode(error) !== null || isOffline(error);
  return isKnown && error instanceof Error ? error.message : fallback;
}
