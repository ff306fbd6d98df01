import { createSpotlight, Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import "@mantine/spotlight/styles.layer.css";
import Search from "lucide-react/icons/search";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, type StaffMember, type StaffVisitor } from "#platform/rules/staff-role.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { useNavigate } from "react-router";
import {
  adminPagesFor,
  customerPagesFor,
  translatePage,
  usePaletteActions,
} from "./palette-entries.ts";
import { matches, searchAsStaff, searchAsCustomer, useSearchResults } from "./palette-search.ts";
import { paletteFieldId } from "./shortcut.ts";
import classes from "./menu.module.css";

const [paletteStore, palette] = createSpotlight();

function setReady(field: HTMLElement | null, isReady: boolean): void {
  if (field !== null) field.dataset["ready"] = isReady ? "yes" : "no";
}

/**
 * Typing highlights the first entry. When entries change without typing, the highlighted entry stays highlighted, and
 * Enter and the arrow keys continue from it. Those pressed before the entries are highlighted are pressed again then.
 */
function useStableHighlight(
  entries: { isShown: boolean; words: string; ids: string },
  takeEarlyChoices: () => readonly string[],
) {
  const { isShown, words, ids } = entries;
  const take = useRef(takeEarlyChoices);
  const wordsBefore = useRef("");
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const field = document.getElementById(paletteFieldId);
    setReady(field, false);
    // After the palette's own highlighting, which runs before the entries for these words are rendered.
    const timer = setTimeout(() => {
      highlight(wordsBefore.current !== words, words.trim() === "");
      wordsBefore.current = words;
      setReady(field, true);
      for (const code of take.current()) {
        field?.dispatchEvent(new KeyboardEvent("keydown", { key: code, code, bubbles: true }));
      }
    });
    return () => clearTimeout(timer);
  }, [isShown, words, ids]);
}

/** Highlights the first entry after typing, otherwise the one that is highlighted already. */
function highlight(hasTyped: boolean, isEmpty: boolean): void {
  const list = document.getElementById(paletteStore.getState().listId);
  const entries = [...(list?.querySelectorAll("[data-action]") ?? [])];
  const highlighted = hasTyped
    ? -1
    : entries.findIndex((entry) => entry.matches("[data-selected]"));
  if (highlighted < 0 && isEmpty) return;
  const selected = Math.max(0, highlighted);
  for (const entry of entries) entry.removeAttribute("data-selected");
  entries[selected]?.setAttribute("data-selected", "true");
  paletteStore.updateState((state) => ({ ...state, selected }));
}

function emptyText(results: { isFailed: boolean; isSearching: boolean }): string {
  if (results.isFailed) return t("palette.searchFailed");
  return t(results.isSearching ? "palette.searching" : "palette.nothingFound");
}

function placeholderFor(member: StaffMember | null) {
  if (member === null) return "palette.findAsCustomer";
  return mayUse(member, roleAccess.customers) ? "palette.findAsAdmin" : "palette.findAsStaff";
}

/** Public pages have an address for each language. */
function documentAddress(to: string): string {
  return to.startsWith("/admin/") ? to : publicPath(to);
}

type PaletteProps = {
  /** Who uses the admin area; null in the customers' area. */
  staffMember: StaffVisitor | null;
  isOpen: boolean;
  onClose: () => void;
  onHelp: () => void;
  onLogOut: () => void;
  words: string;
  onWords: (words: string) => void;
  takeEarlyChoices: () => readonly string[];
};

function useEntryGroups(props: PaletteProps) {
  const { staffMember, words } = props;
  const navigate = useNavigate();
  const hasWarehouse = useHasWarehouse();
  const search =
    staffMember === null
      ? searchAsCustomer(hasWarehouse)
      : searchAsStaff(staffMember.isWarehouseEntered, {
          seesMoney: mayUse(staffMember, roleAccess.money),
          mayPack: mayUse(staffMember, roleAccess.packing),
        });
  const results = useSearchResults(search, words);
  const actions = usePaletteActions(props);
  const pages = (
    staffMember === null ? customerPagesFor(hasWarehouse) : adminPagesFor(staffMember)
  ).map(translatePage);
  // Results of the server are last, because they arrive later and must not move the highlighted entry.
  const groups: SpotlightActionGroupData[] = [
    {
      group: t("palette.goTo"),
      actions: [
        ...pages.filter(({ label }) => matches(words, [label])),
        ...pages.filter(
          ({ label, description, entry }) =>
            !matches(words, [label]) && matches(words, [label, description, entry]),
        ),
      ].map(({ to, label, description, isDocument }) => ({
        id: to,
        label,
        description,
        onClick: () =>
          isDocument ? window.location.assign(documentAddress(to)) : void navigate(to),
      })),
    },
    {
      group: t("palette.actions"),
      actions: actions.filter(({ label, keywords }) => matches(words, [label, keywords])),
    },
    ...results.groups.map(({ group, found }) => ({
      group,
      actions: found.map(({ to, isDocument, ...texts }) => ({
        ...texts,
        onClick: () => (isDocument ? window.location.assign(to) : void navigate(to)),
      })),
    })),
  ];
  return { groups: groups.filter((group) => group.actions.length > 0), empty: emptyText(results) };
}

/** Pages, actions and what a search finds, by typing. Closes when an entry is chosen. */
export function CommandPalette(props: PaletteProps) {
  const { isOpen, words } = props;
  const [isShown, setShown] = useState(false);
  const { groups, empty } = useEntryGroups(props);
  useEffect(() => {
    if (isOpen) palette.open();
  }, [isOpen]);
  // The store outlives the page, and the next one would show it open.
  useEffect(() => palette.close, []);
  const ids = groups.flatMap(({ actions }) => actions).map(({ id }) => id);
  useStableHighlight({ isShown, words, ids: ids.join(" ") }, props.takeEarlyChoices);
  const close = () => {
    setShown(false);
    props.onClose();
  };
  return (
    <Spotlight
      store={paletteStore}
      actions={groups}
      filter={(_, actions) => actions}
      query={words}
      onQueryChange={props.onWords}
      shortcut={null}
      classNames={{
        action: classes["shortcutEntry"] ?? "",
        actionDescription: classes["entryDescription"] ?? "",
      }}
      attributes={{ content: { "aria-label": t("layout.find") } }}
      onSpotlightClose={close}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.5 }}
      scrollable
      maxHeight="min(26rem, 60vh)"
      nothingFound={empty}
      searchProps={{
        id: paletteFieldId,
        leftSection: <Search size={18} aria-hidden="true" />,
        placeholder: t(placeholderFor(props.staffMember)),
        "aria-label": t("layout.find"),
        maxLength: 200,
        onFocus: () => setShown(true),
      }}
    />
  );
}
