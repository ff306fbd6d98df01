import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import "@mantine/spotlight/styles.layer.css";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useApiClient } from "#web/api.tsx";
import { csvAddress } from "#web/ui/csv-address.ts";
import { adminPages } from "./admin-pages.ts";
import { useSignOut } from "./use-sign-out.ts";

const [paletteStore, palette] = createSpotlight();

const debounceMilliseconds = 200;
const maxResults = 5;
/** Shorter searches match nearly everything. */
const minSearchLength = 2;

function matches(words: string, texts: readonly (string | undefined)[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * Packages and users that the server finds for the typed words, in one query so that the list changes only once. Until
 * they arrive, the previous results that still match are shown.
 */
function useSearchResults(words: string) {
  const client = useApiClient();
  const [search] = useDebouncedValue(words.trim().slice(0, 200), debounceMilliseconds);
  const isLongEnough = search.length >= minSearchLength;
  const query = useQuery({
    queryKey: ["palette", search],
    queryFn: async ({ signal }) => {
      const [shipments, users] = await Promise.all([
        client.packages.listShipments({ search, pageSize: maxResults }, { signal }),
        client.users.listUsers({ search, pageSize: maxResults }, { signal }),
      ]);
      return { shipments: shipments.items, users: users.items };
    },
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const isSearching = words.trim() !== search || query.isFetching;
  const stillMatches = (...texts: string[]) => !isSearching || matches(words.trim(), texts);
  const { shipments = [], users = [] } = isLongEnough && query.data ? query.data : {};
  return {
    shipments: shipments.filter((found) => stillMatches(found.trackingNumber, found.userEmail)),
    users: users.filter((found) => stillMatches(found.fullName, found.email)),
    isSearching,
    isFailed: query.isError,
  };
}

/**
 * Typing highlights the first entry. When entries change without typing, the highlighted entry stays highlighted, and
 * Enter and the arrow keys continue from it.
 */
function useStableHighlight(isOpen: boolean, words: string, ids: string) {
  const wordsBefore = useRef("");
  useEffect(() => {
    if (!isOpen) return undefined;
    // After the palette's own highlighting, which runs before the entries for these words are rendered.
    const timer = setTimeout(() => {
      const list = document.getElementById(paletteStore.getState().listId);
      const entries = [...(list?.querySelectorAll("[data-action]") ?? [])];
      const hasTyped = wordsBefore.current !== words;
      wordsBefore.current = words;
      const highlighted = hasTyped
        ? -1
        : entries.findIndex((entry) => entry.matches("[data-selected]"));
      if (highlighted < 0 && words.trim() === "") return;
      const selected = Math.max(0, highlighted);
      for (const entry of entries) entry.removeAttribute("data-selected");
      entries[selected]?.setAttribute("data-selected", "true");
      paletteStore.updateState((state) => ({ ...state, selected }));
    });
    return () => clearTimeout(timer);
  }, [isOpen, words, ids]);
}

function useActions(onHelp: () => void): SpotlightActionGroupData["actions"] {
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return [
    {
      id: "refresh",
      label: "Refresh this page",
      onClick: () => void queryClient.invalidateQueries(),
    },
    {
      id: "export-delivered",
      label: "Export delivered shipments",
      onClick: () =>
        window.location.assign(csvAddress("/api/admin/shipments/delivered-shipments.csv")),
    },
    {
      id: "export-audit",
      label: "Export the audit log",
      onClick: () => window.location.assign(csvAddress("/api/admin/audit/audit-log.csv")),
    },
    {
      id: "scheme",
      label: scheme === "dark" ? "Switch to light" : "Switch to dark",
      keywords: "theme colours",
      onClick: () => setColorScheme(scheme === "dark" ? "light" : "dark"),
    },
    { id: "shortcuts", label: "Keyboard shortcuts", keywords: "help keys", onClick: onHelp },
    {
      id: "log-out",
      label: "Log out",
      keywords: "sign out leave",
      onClick: () => void signOut.logOut(),
    },
  ];
}

/** Pages, actions, packages and users, found by typing. Closes when an entry is chosen. */
export function CommandPalette(props: {
  isOpen: boolean;
  onClose: () => void;
  onHelp: () => void;
}) {
  const { isOpen } = props;
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const { shipments, users, isSearching, isFailed } = useSearchResults(words);
  const appActions = useActions(props.onHelp);
  useEffect(() => {
    if (isOpen) palette.open();
  }, [isOpen]);
  const go = (to: string) => () => void navigate(to);
  // Results of the server are last, because they arrive later and must not move the highlighted entry.
  const groups: SpotlightActionGroupData[] = [
    {
      group: "Go to",
      actions: adminPages
        .filter(({ label, description }) => matches(words, [label, description]))
        .map(({ to, label, description }) => ({ id: to, label, description, onClick: go(to) })),
    },
    {
      group: "Actions",
      actions: appActions.filter(({ label, keywords }) =>
        matches(words, [label, String(keywords ?? "")]),
      ),
    },
    {
      group: "Packages",
      actions: shipments.map((shipment) => ({
        id: shipment.id,
        label: shipment.trackingNumber,
        description: shipment.userEmail,
        onClick: go(`/admin/dashboard/shipments?package=${shipment.id}`),
      })),
    },
    {
      group: "Users",
      actions: users.map((user) => ({
        id: user.id,
        label: user.fullName || user.email,
        description: user.email,
        onClick: go(`/admin/dashboard/users?user=${user.id}`),
      })),
    },
  ].filter(({ actions }) => actions.length > 0);
  useStableHighlight(
    isOpen,
    words,
    groups
      .flatMap(({ actions }) => actions)
      .map(({ id }) => id)
      .join(" "),
  );
  return (
    <Spotlight
      store={paletteStore}
      actions={groups}
      filter={(_, actions) => actions}
      query={words}
      onQueryChange={setWords}
      shortcut={null}
      attributes={{ content: { "aria-label": "Find anything" } }}
      onSpotlightClose={props.onClose}
      scrollable
      maxHeight="min(26rem, 60vh)"
      nothingFound={
        isFailed
          ? "The server did not answer. Type again to retry."
          : isSearching
            ? "Searching…"
            : "Nothing found"
      }
      searchProps={{
        leftSection: <Search size={18} aria-hidden="true" />,
        placeholder: "Page, tracking number, name or email",
        "aria-label": "Find anything",
        maxLength: 200,
      }}
    />
  );
}
