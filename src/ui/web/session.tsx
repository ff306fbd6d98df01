import { ORPCError } from "@orpc/client";
import { useQuery, useQueryClient, type Query } from "@tanstack/react-query";
import { useCallback, useContext, useEffect, createContext } from "react";
import type { Person } from "#platform/contract/session.ts";
import type { PublicSettings } from "#platform/contract/settings.ts";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import { apiErrorCode, useApiErrors } from "./api.tsx";
import { useApi, useApiClient } from "./api-of-ui.ts";
import { removeDraftsOf } from "./drafts.ts";
import { brandSlug } from "#platform/rules/brand.ts";

/**
 * The visitor's session as last read from the server; "unreachable" while it has never been read and the server cannot be
 * reached.
 */
type Session = {
  readonly state: "loading" | "unreachable" | "signed_out" | "signed_in";
  readonly person: Person | null;
  /** Rejects when the server did not respond. */
  readonly signOut: () => Promise<void>;
  /** Clears a session that the server has already ended, here and in the other tabs, with the account's drafts. */
  readonly clear: () => void;
};

let openChannel: BroadcastChannel | null = null;

/** Shared by the whole tab, because a channel does not receive its own messages. */
function channel(): BroadcastChannel {
  openChannel ??= new BroadcastChannel(sessionChannelName);
  return openChannel;
}

/** Notifies the browser's other tabs that somebody has signed in or out here. */
export function notifyOtherTabs(): void {
  channel().postMessage(sessionChanged);
}

const checkMilliseconds = 30_000;
const checksBeforeExpiry = 3;
const firstRetryMilliseconds = 200;
const maxRetries = 6;
/** How often the first load of the session is tried again after its quick retries have failed. */
const unreachableRetryMilliseconds = 3_000;

/** The visitor's session, read again when the window gets focus and after a sign-in or sign-out in any tab. */
export function useSession(): Session {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const { data, isPending, fetchStatus, errorUpdateCount } = useQuery(
    api.auth.readSession.queryOptions({
      input: {},
      refetchOnWindowFocus: "always",
      refetchInterval: ({ state }) =>
        state.data === undefined && state.status === "error" ? unreachableRetryMilliseconds : false,
    }),
  );
  const clear = useCallback(() => {
    const userId = queryClient.getQueryData(api.auth.readSession.queryKey({ input: {} }))?.person
      .id;
    if (userId !== undefined) removeDraftsOf(userId);
    forgetAccount();
    queryClient.removeQueries({ predicate: (query) => !isSessionKey(query.queryKey, api) });
    queryClient.setQueryData(api.auth.readSession.queryKey({ input: {} }), null);
    notifyOtherTabs();
  }, [api, queryClient]);
  const signOut = useCallback(async () => {
    await client.auth.signOut({});
    clear();
  }, [client, clear]);
  if (data === undefined) {
    // A retry of a load that has failed is pending again, but still shows the notice.
    const isLoading = isPending && fetchStatus !== "paused" && errorUpdateCount === 0;
    return { state: isLoading ? "loading" : "unreachable", person: null, signOut, clear };
  }
  const person = data?.person ?? null;
  return { state: person === null ? "signed_out" : "signed_in", person, signOut, clear };
}

/** The signed-in person, provided by the shell; null outside of it. */
export const PersonContext = createContext<Person | null>(null);

/** The signed-in person, on pages and in dialogs below the shell. Throws where there is no shell. */
export function usePerson(): Person {
  const person = useContext(PersonContext);
  if (person === null) throw new Error("usePerson needs the shell of signed-in pages above it.");
  return person;
}

function isSessionKey(key: readonly unknown[], api: ReturnType<typeof useApi>): boolean {
  return JSON.stringify(key) === JSON.stringify(api.auth.readSession.queryKey({ input: {} }));
}

/**
 * Reads the session again when another tab reports a change and when any response is `signed_out`, and clears the
 * cached data of another user, whichever read of the session finds them. Reads the public settings again when a response is `maintenance`. Call once, around all
 * pages.
 */
export function useSessionSync(): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const subscribeToErrors = useApiErrors();
  useEffect(() => {
    const key = api.auth.readSession.queryKey({ input: {} });
    const publicSettingsKey = api.settings.readPublicSettings.queryKey({ input: {} });
    const isOther = { predicate: (query: Query) => !isSessionKey(query.queryKey, api) };
    let lastId = queryClient.getQueryData(key)?.person.id;
    const stopWatching = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type !== "updated" || !isSessionKey(query.queryKey, api)) return;
      const id = queryClient.getQueryData(key)?.person.id;
      if (id === undefined || id === lastId) return;
      const isReplaced = lastId !== undefined;
      lastId = id;
      if (isReplaced) void queryClient.resetQueries(isOther);
    });
    const readSessionAgain = async () => {
      const before = queryClient.getQueryData(key)?.person.id;
      const known = lastId;
      await queryClient.invalidateQueries({ queryKey: key });
      const after = queryClient.getQueryData(key)?.person.id;
      if (before === after) return;
      // A desk stays on the screen until its account signs in again, or another one.
      const isDesk = findDeskPage(window.location.pathname) !== undefined;
      if (after === undefined && !isDesk) queryClient.removeQueries(isOther);
      else if (after === known) await queryClient.invalidateQueries(isOther);
      else if (after !== undefined && known === undefined) await queryClient.resetQueries(isOther);
    };
    const onMessage = () => void readSessionAgain();
    const onError = (error: unknown) => {
      const code = apiErrorCode(error);
      if (code === "signed_out" && queryClient.getQueryData(key)) void readSessionAgain();
      if (code === "maintenance")
        void queryClient.invalidateQueries({ queryKey: publicSettingsKey });
    };
    channel().addEventListener("message", onMessage);
    const unsubscribe = subscribeToErrors(onError);
    return () => {
      channel().removeEventListener("message", onMessage);
      unsubscribe();
      stopWatching();
    };
  }, [api, queryClient, subscribeToErrors]);
}

/** How often a page checks for the end of maintenance; random, so that not all pages ask at once. */
const maintenanceCheckMilliseconds = { shortest: 3_000, longest: 6_000 } as const;

function nextCheckMilliseconds(): number {
  const { shortest, longest } = maintenanceCheckMilliseconds;
  return shortest + Math.random() * (longest - shortest);
}

/** The public settings, polled during maintenance. Call once, around all pages. */
export function usePolledPublicSettings(): PublicSettings {
  const api = useApi();
  useQuery(
    api.settings.readPublicSettings.queryOptions({
      input: {},
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) =>
        state.data?.isInMaintenance ? nextCheckMilliseconds() : false,
      refetchIntervalInBackground: true,
    }),
  );
  return usePublicSettings();
}

/** Whether `<html>` has the data attribute; false while prerendering, where there is no document. */
function hasDocumentAttribute(
  name: "maintenance" | "registration" | "warehouse",
  value: string,
): boolean {
  return !import.meta.env.SSR && document.documentElement.dataset[name] === value;
}

/**
 * The public settings. Until they are loaded, real services are assumed, and maintenance and registration are as the
 * attributes of `<html>` say.
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
      isInMaintenance: hasDocumentAttribute("maintenance", "yes"),
      isRegistrationOpen: !hasDocumentAttribute("registration", "closed"),
      hasWarehouse: hasDocumentAttribute("warehouse", "yes"),
    }
  );
}

function isTemporary(error: unknown): boolean {
  return !(error instanceof ORPCError) || [502, 503, 504].includes(error.status);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/**
 * Keeps the session from expiring: checks at once and every 30 s, and refreshes it when three checks or less remain.
 * Retries temporary failures after 200 ms, doubling. Call once, around signed-in pages.
 */
export function useSessionRefresh(): void {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  useEffect(() => {
    const key = api.auth.readSession.queryKey({ input: {} });
    async function refresh(): Promise<void> {
      for (let retry = 0; retry <= maxRetries; retry += 1) {
        try {
          queryClient.setQueryData(key, await client.auth.refreshSession({}));
          return;
        } catch (error) {
          if (!isTemporary(error)) {
            await queryClient.invalidateQueries({ queryKey: key });
            return;
          }
          await pause(firstRetryMilliseconds * 2 ** retry);
        }
      }
    }
    const refreshWhenDue = () => {
      const session = queryClient.getQueryData(key);
      if (session === undefined || session === null) return;
      const remaining = Date.parse(session.expiresAt) - Date.now();
      if (remaining <= checksBeforeExpiry * checkMilliseconds) void refresh();
    };
    // Also at once, because a visit that ends before the first check counts as use too.
    refreshWhenDue();
    const timer = setInterval(refreshWhenDue, checkMilliseconds);
    return () => {
      clearInterval(timer);
    };
  }, [api, client, queryClient]);
}

/** The BroadcastChannel through which a browser's tabs report that somebody has signed in or out. */
export const sessionChannelName = `${brandSlug}-session`;

/** The only message; a tab that receives it reads the session from the server. */
export const sessionChanged = "changed";

const forgetting = new Set<() => void>();

/** Runs `forget` whenever a session ends in this browser, to remove what the browser kept for its account. */
export function whenSessionEnds(forget: () => void): void {
  forgetting.add(forget);
}

/** Removes what the browser kept for the account whose session has ended. */
function forgetAccount(): void {
  for (const forget of forgetting) forget();
}

/**
 * Runs `work`, which ends the session and navigates to a public page. Until it is done the shell does not redirect to
 * the login, although requests already fail with `signed_out`. Rejects as `work` does.
 */
export type EndSession = (work: () => Promise<void>) => Promise<void>;

/** Provided by the shell; outside of it `work` just runs. */
export const EndSessionContext = createContext<EndSession>((work) => work());
