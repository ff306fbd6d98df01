/** The command palette of the office: places, things to do, packages and people, all by typing. */
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import "@mantine/spotlight/styles.layer.css";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useApiClient } from "#web/api.tsx";
import { adminPages } from "./admin-pages.ts";
import { useSignOut } from "./use-sign-out.ts";

const [paletteStore, palette] = createSpotlight();

const pauseMilliseconds = 200;
const mostFound = 5;
/** With fewer letters nearly everything is found, which finds nothing. */
const fewestLetters = 2;

function fits(words: string, texts: readonly (string | undefined)[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * Packages and people that the typed words find, from the server: both at once, so that nothing moves between the
 * two answers. Until they come, what was found before stands as far as it fits the new words.
 */
function useFound(words: string) {
  const client = useApiClient();
  const [search] = useDebouncedValue(words.trim().slice(0, 200), pauseMilliseconds);
  const isWanted = search.length >= fewestLetters;
  const query = useQuery({
    queryKey: ["palette", search],
    queryFn: async ({ signal }) => {
      const [shipments, users] = await Promise.all([
        client.packages.listShipments({ search, pageSize: mostFound }, { signal }),
        client.users.listUsers({ search, pageSize: mostFound }, { signal }),
      ]);
      return { shipments: shipments.items, users: users.items };
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const isFinding = words.trim() !== search || query.isFetching;
  const fitting = (...texts: string[]) => !isFinding || fits(words.trim(), texts);
  const { shipments = [], users = [] } = isWanted && query.data ? query.data : {};
  return {
    shipments: shipments.filter((found) => fitting(found.trackingNumber, found.userEmail)),
    users: users.filter((found) => fitting(found.fullName, found.email)),
    isFinding,
    isFailed: query.isError,
  };
}

/**
 * Every letter highlights the first entry. When entries come or go by themselves, the highlighted one stays the
 * highlighted one, and Enter and the arrows start from it.
 */
function useSteadyHighlight(isOpen: boolean, words: string, ids: string) {
  const wordsBefore = useRef("");
  useEffect(() => {
    if (!isOpen) return undefined;
    // After the palette's own highlighting, which looks before the entries for these words are there.
    const timer = setTimeout(() => {
      const list = document.getElementById(paletteStore.getState().listId);
      const entries = [...(list?.querySelectorAll("[data-action]") ?? [])];
      const hasTyped = wordsBefore.current !== words;
      wordsBefore.current = words;
      const stored = hasTyped ? -1 : entries.findIndex((entry) => entry.matches("[data-selected]"));
      if (stored < 0 && words.trim() === "") return;
      const selected = Math.max(0, stored);
      for (const entry of entries) entry.removeAttribute("data-selected");
      entries[selected]?.setAttribute("data-selected", "true");
      paletteStore.updateState((state) => ({ ...state, selected }));
    });
    return () => clearTimeout(timer);
  }, [isOpen, words, ids]);
}

function useTasks(onHelp: () => void): SpotlightActionGroupData["actions"] {
  const queryClient = useQueryClient();
  const departure = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return [
    {
      id: "refresh",
      label: "Refresh what is shown",
      onClick: () => void queryClient.invalidateQueries(),
    },
    {
      id: "export-delivered",
      label: "Export delivered shipments",
      onClick: () => window.location.assign("/api/admin/shipments/delivered-shipments.csv"),
    },
    {
      id: "export-audit",
      label: "Export the audit log",
      onClick: () => window.location.assign("/api/admin/audit/audit-log.csv"),
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
      onClick: () => void departure.logOut(),
    },
  ];
}

/** Opens when `isOpen`; what is chosen closes it. */
export function CommandPalette(props: {
  isOpen: boolean;
  onClose: () => void;
  onHelp: () => void;
}) {
  const { isOpen } = props;
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const { shipments, users, isFinding, isFailed } = useFound(words);
  const tasks = useTasks(props.onHelp);
  useEffect(() => {
    if (isOpen) palette.open();
  }, [isOpen]);
  const go = (to: string) => () => void navigate(to);
  // What the server finds stands last: it comes later, and must not push away what is highlighted.
  const groups: SpotlightActionGroupData[] = [
    {
      group: "Go to",
      actions: adminPages
        .filter(({ label, description }) => fits(words, [label, description]))
        .map(({ to, label, description }) => ({ id: to, label, description, onClick: go(to) })),
    },
    {
      group: "Do",
      actions: tasks.filter(({ label, keywords }) => fits(words, [label, String(keywords ?? "")])),
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
  useSteadyHighlight(
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
          : isFinding
            ? "Looking…"
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
