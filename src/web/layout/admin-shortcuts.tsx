import { useQueryClient } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { lazy, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { focusNextTable } from "#web/ui/row-navigation.ts";
import classes from "./admin-shortcuts.module.css";
import { createKeyReader, type Command } from "./shortcut.ts";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import("./shortcuts-dialog.tsx")).ShortcutsDialog,
}));

/** Handles the keyboard shortcuts of the admin area, and shows the button that opens the command palette. */
export function AdminShortcuts() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const run = (command: Command) => {
    if (command.kind === "go") void navigate(command.to);
    else if (command.kind === "find") setPaletteOpen(true);
    else if (command.kind === "help") setHelpOpen(true);
    else if (command.kind === "list") focusNextTable();
    else void queryClient.invalidateQueries();
  };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const readCommand = createKeyReader();
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : readCommand(event);
      if (command === null) return;
      event.preventDefault();
      latest.current(command);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes["searchButton"]}
        onClick={() => setPaletteOpen(true)}
      >
        <Search size={16} aria-hidden="true" />
        Find anything
        <kbd className={classes["key"]}>Ctrl K</kbd>
      </button>
      <LazyPart isWanted={isPaletteOpen}>
        <CommandPalette
          isOpen={isPaletteOpen}
          onClose={() => setPaletteOpen(false)}
          onHelp={() => setHelpOpen(true)}
        />
      </LazyPart>
      <LazyPart isWanted={isHelpOpen}>
        <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      </LazyPart>
    </>
  );
}
