import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { mayOpenPage } from "#app/rules/role-pages.ts";
import { useRefetch } from "#ui/web/action.ts";
import { usePublicSettings } from "#ui/web/session.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { focusNextTable } from "#ui/web/row-navigation.ts";
import { useAfterFirstData } from "./after-first-data.ts";
import { createKeyReader, readEarlyKey, type Command, type EarlyKey } from "./shortcut.ts";
import type { SignOut } from "./shell-menu.tsx";
import type { StaffVisitor } from "#platform/rules/staff-role.ts";

const CommandPalette = laterPart(
  async () => (await import("./command-palette.tsx")).CommandPalette,
);
const ShortcutsDialog = laterPart(
  async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog,
);

/** The words in the palette's field, and the keys pressed before the field had the focus. */
function usePaletteInput(onClose: () => void) {
  const [words, setWords] = useState("");
  const earlyChoices = useRef<string[]>([]);
  const close = () => {
    setWords("");
    earlyChoices.current = [];
    onClose();
  };
  const press = (key: EarlyKey) => {
    if (key.kind === "character") setWords((typed) => typed + key.character);
    else if (key.kind === "backspace") setWords((typed) => typed.slice(0, -1));
    else if (key.kind === "choice") earlyChoices.current.push(key.code);
    else close();
  };
  /** The codes of the arrow and Enter keys pressed early, once. */
  const takeEarlyChoices = () => earlyChoices.current.splice(0);
  return { words, setWords, press, close, takeEarlyChoices };
}

/** Calls `onCommand` for shortcuts, and `onEarlyKey` for keys meant for the palette that is about to appear. */
function useKeys(options: {
  isForAdmins: boolean;
  isPaletteOpen: boolean;
  onCommand: (command: Command) => void;
  onEarlyKey: (key: EarlyKey) => void;
}): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { isForAdmins } = options;
  useEffect(() => {
    const readCommand = createKeyReader(isForAdmins);
    // Captured, because the element that still has the focus must not handle these keys.
    const onKeyDownFirst = (event: KeyboardEvent) => {
      const earlyKey = latest.current.isPaletteOpen ? readEarlyKey(event) : null;
      if (earlyKey === null) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.onEarlyKey(earlyKey);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : readCommand(event);
      if (command === null) return;
      event.preventDefault();
      latest.current.onCommand(command);
    };
    window.addEventListener("keydown", onKeyDownFirst, { capture: true });
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", onKeyDownFirst, { capture: true });
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [isForAdmins]);
}

/** Handles the keyboard shortcuts, and shows the command palette. */
export function Shortcuts(props: {
  /** Who uses the admin area; null in the customers' area. */
  staffMember: StaffVisitor | null;
  isPaletteOpen: boolean;
  onPaletteChange: (isOpen: boolean) => void;
  signOut: SignOut;
}) {
  const { staffMember, isPaletteOpen, onPaletteChange } = props;
  const isForAdmins = staffMember !== null;
  const navigate = useNavigate();
  const refetch = useRefetch();
  const { isInMaintenance } = usePublicSettings();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const input = usePaletteInput(() => onPaletteChange(false));
  const run = (command: Command) => {
    if (command.kind === "go") {
      if (staffMember !== null && mayOpenPage(staffMember, command.to)) void navigate(command.to);
    } else if (command.kind === "find") onPaletteChange(isForAdmins || !isInMaintenance);
    else if (command.kind === "help") setHelpOpen(true);
    else if (command.kind === "list") focusNextTable();
    else refetch();
  };
  const isAfterFirstData = useAfterFirstData();
  useKeys({ isForAdmins, isPaletteOpen, onCommand: run, onEarlyKey: input.press });
  return (
    <>
      {/* Rendered before it opens, because React delays what it has to load by 0.3 s. */}
      <CommandPalette
        isWanted={isPaletteOpen || isAfterFirstData}
        staffMember={staffMember}
        isOpen={isPaletteOpen}
        onClose={input.close}
        onHelp={() => setHelpOpen(true)}
        onLogOut={() => void props.signOut.logOut()}
        words={input.words}
        onWords={input.setWords}
        takeEarlyChoices={input.takeEarlyChoices}
      />
      <ShortcutsDialog
        isWanted={isHelpOpen}
        staffMember={staffMember}
        isOpen={isHelpOpen}
        onClose={() => setHelpOpen(false)}
      />
    </>
  );
}
