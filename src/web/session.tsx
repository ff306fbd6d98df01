// Who is signed in and what the platform runs on, for every screen; and the keeping of the session's lease.
import { ORPCError } from "@orpc/client";
import { useQuery, useQueryClient, type Query } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { Person } from "#contract/auth.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { apiErrorCode, useApi, useApiClient } from "./api.tsx";
import { sessionChanged, sessionChannelName } from "./session-channel.ts";

/** The visitor's session as the server last told it. */
export type Session = {
  readonly state: "loading" | "signed_out" | "signed_in";
  readonly person: Person | null;
  /** Rejects when the server did not answer. */
  readonly signOut: () => Promise<void>;
  /** Forgets a session that the server has ended already, here and in the other tabs. */
  readonly clear: () => void;
};

let openChannel: BroadcastChannel | null = null;

/** One for the whole tab: a channel never hears what it says itself. */
function channel(): BroadcastChannel {
  openChannel ??= new BroadcastChannel(sessionChannelName);
  return openChannel;
}

/** Tells the browser's other tabs that somebody has signed in or out here. */
export function notifyOtherTabs(): void {
  channel().postMessage(sessionChanged);
}

const tickMilliseconds = 30_000;
const ticksBeforeExpiry = 3;
const firstRetryMilliseconds = 200;
const mostRetries = 6;

/**
 * The visitor's session. It is read again when the window gets focus and when anything signs in or out, in this
 * tab or in another one.
 */
export function useSession(): Session {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const { data, isPending } = useQuery(
    api.auth.readSession.queryOptions({ input: {}, refetchOnWindowFocus: "always" }),
  );
  const clear = useCallback(() => {
    queryClient.removeQueries({ predicate: (query) => !isSessionKey(query.queryKey, api) });
    queryClient.setQueryData(api.auth.readSession.queryKey({ input: {} }), null);
    notifyOtherTabs();
  }, [api, queryClient]);
  const signOut = useCallback(async () => {
    await client.auth.signOut({});
    clear();
  }, [client, clear]);
  if (isPending) return { state: "loading", person: null, signOut, clear };
  const person = data?.person ?? null;
  return { state: person === null ? "signed_out" : "signed_in", person, signOut, clear };
}

function isSessionKey(key: readonly unknown[], api: ReturnType<typeof useApi>): boolean {
  return JSON.stringify(key) === JSON.stringify(api.auth.readSession.queryKey({ input: {} }));
}

/**
 * Reads the session anew when another tab says that it has changed, and when the server answers anything with
 * `signed_out`; what was kept for somebody else is forgotten. Looks at the platform when an answer is `maintenance`. To be called once, in the frame around all pages.
 */
export function useSharedSession(): void {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    const key = api.auth.readSession.queryKey({ input: {} });
    const publicSettingsKey = api.settings.readPublicSettings.queryKey({ input: {} });
    const isOther = { predicate: (query: Query) => !isSessionKey(query.queryKey, api) };
    const readAnew = async () => {
      const before = queryClient.getQueryData(key)?.person.id;
      await queryClient.invalidateQueries({ queryKey: key });
      const after = queryClient.getQueryData(key)?.person.id;
      if (before === after) return;
      if (after === undefined) queryClient.removeQueries(isOther);
      else await queryClient.resetQueries(isOther);
    };
    const hear = () => void readAnew();
    const notice = (error: unknown) => {
      const code = apiErrorCode(error);
      if (code === "signed_out" && queryClient.getQueryData(key)) void readAnew();
      if (code === "maintenance")
        void queryClient.invalidateQueries({ queryKey: publicSettingsKey });
    };
    channel().addEventListener("message", hear);
    const leaveQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") notice(event.action.error);
    });
    const leaveMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") notice(event.action.error);
    });
    return () => {
      channel().removeEventListener("message", hear);
      leaveQueries();
      leaveMutations();
    };
  }, [api, queryClient]);
}

/** How often a page that waits for the end of maintenance looks; each at a moment of its own. */
const maintenanceCheckMilliseconds = { shortest: 3_000, longest: 6_000 } as const;

function untilNextCheck(): number {
  const { shortest, longest } = maintenanceCheckMilliseconds;
  return shortest + Math.random() * (longest - shortest);
}

/** Looks again and again while there is maintenance. To be called once, in the frame around all pages. */
export function useLoadedPublicSettings(): PublicSettings {
  const api = useApi();
  useQuery(
    api.settings.readPublicSettings.queryOptions({
      input: {},
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data?.isInMaintenance ? untilNextCheck() : false),
      refetchIntervalInBackground: true,
    }),
  );
  return usePublicSettings();
}

/** What the document says of the platform. Pages are drawn ahead of time, where there is none to ask. */
function isNoted(name: "maintenance" | "registration", value: string): boolean {
  return !import.meta.env.SSR && document.documentElement.dataset[name] === value;
}

/**
 * Facts about the platform; until the server has answered, those of a platform with real parts, in maintenance or with
 * its registration closed where the document says so.
 */
export function usePublicSettings(): PublicSettings {
  const api = useApi();
  const { data } = useQuery(
    api.settings.readPublicSettings.queryOptions({
      input: {},
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  return (
    data ?? {
      isSandbox: false,
      hasSandboxMailbox: false,
      supportEmail: null,
      isInMaintenance: isNoted("maintenance", "yes"),
      isRegistrationOpen: !isNoted("registration", "closed"),
    }
  );
}

function isPassing(error: unknown): boolean {
  return !(error instanceof ORPCError) || [502, 503, 504].includes(error.status);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/**
 * Keeps the lease on the session: looks at once and every 30 s, and renews when about three ticks remain,
 * retrying passing failures after 200 ms, doubling. To be called once, in the frame of signed-in pages.
 */
export function useStoredSession(): void {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  useEffect(() => {
    const key = api.auth.readSession.queryKey({ input: {} });
    async function renew(): Promise<void> {
      for (let retry = 0; retry <= mostRetries; retry += 1) {
        try {
          queryClient.setQueryData(key, await client.auth.refreshSession({}));
          return;
        } catch (error) {
          if (!isPassing(error)) {
            await queryClient.invalidateQueries({ queryKey: key });
            return;
          }
          await pause(firstRetryMilliseconds * 2 ** retry);
        }
      }
    }
    const read = () => {
      const session = queryClient.getQueryData(key);
      if (session === undefined || session === null) return;
      const remaining = Date.parse(session.expiresAt) - Date.now();
      if (remaining <= ticksBeforeExpiry * tickMilliseconds) void renew();
    };
    // At once, too: a visit may be over before the first tick, and counts as use all the same.
    read();
    const timer = setInterval(read, tickMilliseconds);
    return () => {
      clearInterval(timer);
    };
  }, [api, client, queryClient]);
}
