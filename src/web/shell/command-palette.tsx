/** The command palette of the office: places, things to do, packages and people, all by typing. */
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import "@mantine/spotlight/styles.layer.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useApi } from "#web/api.tsx";
import { officePlaces } from "./office-places.ts";
import { useDeparture } from "./departure.ts";

const pauseMilliseconds = 200;
const mostFound = 5;
/** With fewer letters nearly everything is found, which finds nothing. */
const fewestLetters = 2;

/** Packages and people that the typed words find, from the server. */
function useFound(words: string) {
  const api = useApi();
  const [search] = useDebouncedValue(words.trim().slice(0, 200), pauseMilliseconds);
  const isWanted = search.length >= fewestLetters;
  const shipments = useQuery(
    api.packages.listShipments.queryOptions({
      input: { search, pageSize: mostFound },
      enabled: isWanted,
    }),
  );
  const users = useQuery(
    api.people.listUsers.queryOptions({
      input: { search, pageSize: mostFound },
      enabled: isWanted,
    }),
  );
  return {
    shipments: isWanted ? (shipments.data?.items ?? []) : [],
    users: isWanted ? (users.data?.items ?? []) : [],
    isFinding: words.trim() !== search || shipments.isFetching || users.isFetching,
    isFailed: shipments.isError || users.isError,
  };
}

function useErrands(onHelp: () => void): SpotlightActionGroupData["actions"] {
  const queryClient = useQueryClient();
  const departure = useDeparture();
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

function fits(words: string, texts: readonly (string | undefined)[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
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
  const errands = useErrands(props.onHelp);
  useEffect(() => {
    if (isOpen) spotlight.open();
  }, [isOpen]);
  const go = (to: string) => () => void navigate(to);
  const groups: readonly SpotlightActionGroupData[] = [
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
    {
      group: "Go to",
      actions: officePlaces
        .filter(({ label, description }) => fits(words, [label, description]))
        .map(({ to, label, description }) => ({ id: to, label, description, onClick: go(to) })),
    },
    {
      group: "Do",
      actions: errands.filter(({ label, keywords }) =>
        fits(words, [label, String(keywords ?? "")]),
      ),
    },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
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
