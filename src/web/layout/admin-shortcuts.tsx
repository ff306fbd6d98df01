/** Hears the keys of the office, and shows what they ask for; the palette's code comes with its first use. */
import { useQueryClient } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { lazyComponent } from "#web/ui/lazy-component.ts";
import { focusNextTable } from "#web/ui/row-navigation.ts";
import classes from "./admin-shortcuts.module.css";
import { createKeyReader, type Command } from "./shortcut.ts";

const CommandPalette = lazyComponent(async () => {
  const { CommandPalette: part } = await import("./command-palette.tsx");
  return part;
});
const ShortcutsDialog = lazyComponent(async () => {
  const { ShortcutsDialog: part } = await import("./shortcuts-dialog.tsx");
  return part;
});

/** The button that opens the palette, for who does not know its key; it stands above every screen of the office. */
export function AdminShortcuts() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isFinding, setFinding] = useState<boolean | null>(null);
  const [isHelping, setHelping] = useState<boolean | null>(null);
  const run = (command: Command) => {
    if (command.kind === "go") void navigate(command.to);
    else if (command.kind === "find") setFinding(true);
    else if (command.kind === "help") setHelping(true);
    else if (command.kind === "list") focusNextTable();
    else void queryClient.invalidateQueries();
  };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const read = createKeyReader();
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : read(event);
      if (command === null) return;
      event.preventDefault();
      latest.current(command);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button type="button" className={classes["finder"]} onClick={() => setFinding(true)}>
        <Search size={16} aria-hidden="true" />
        Find anything
        <kbd className={classes["key"]}>Ctrl K</kbd>
      </button>
      <Suspense fallback={null}>
        {isFinding === null ? null : (
          <CommandPalette
            isOpen={isFinding}
            onClose={() => setFinding(false)}
            onHelp={() => setHelping(true)}
          />
        )}
        {isHelping === null ? null : (
          <ShortcutsDialog isOpen={isHelping} onClose={() => setHelping(false)} />
        )}
      </Suspense>
    </>
  );
}
