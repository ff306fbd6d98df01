// The palette on an empty page, in tests of screens.
import { useState } from "react";
import { expect } from "vitest";
import { FindButton } from "#app/web/layout/header-buttons.tsx";
import { Shortcuts } from "#app/web/layout/shortcuts.tsx";
import { useSignOut } from "#app/web/layout/shell-menu.tsx";
import type { StaffVisitor } from "#platform/rules/staff-role.ts";
import type { FakeAnswers } from "./fake-client.ts";
import { showScreen } from "./show-screen.tsx";
import { mei, parcelUnderWay, publicSettings, sessionOf } from "./users.ts";

/** The button of the palette, its shortcuts, and a field that is not part of it. */
export function PaletteTools(props: { staffMember: StaffVisitor | null }) {
  const [isOpen, setOpen] = useState(false);
  const signOut = useSignOut();
  return (
    <>
      <div style={{ background: "#0b2231" }}>
        <FindButton onClick={() => setOpen(true)} />
      </div>
      <Shortcuts
        staffMember={props.staffMember}
        isPaletteOpen={isOpen}
        onPaletteChange={setOpen}
        signOut={signOut}
      />
      <input aria-label="A field" />
    </>
  );
}

const nothingFound = { items: [], total: 0 };
const noGroups = { awaited: 0, here: 0, gone: 0 };

/** The palette of a customer with one package, which each search finds and adds to `searches`; it takes shortcuts already. */
export async function showCustomerPalette(searches: string[] = [], found: FakeAnswers = {}) {
  const shown = await showScreen({
    element: <PaletteTools staffMember={null} />,
    path: "/dashboard",
    others: {
      "/dashboard/packages": <h1>Packages page</h1>,
      "/dashboard/packages/new": <h1>New package page</h1>,
      "/dashboard/wallet/statement": <h1>Statement page</h1>,
      "/dashboard/ship-requests/:shipRequestId": <h1>Ship request page</h1>,
      "/dashboard/messages/:caseId": <h1>Messages page</h1>,
    },
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      settings: { readPublicSettings: async () => publicSettings },
      packages: {
        listPackages: async ({ search = "" }) => {
          searches.push(search);
          return { items: [parcelUnderWay], total: 1, counts: { all: 1, active: 1, delivered: 0 } };
        },
      },
      inboundParcels: { listInboundParcels: async () => ({ ...nothingFound, counts: noGroups }) },
      shipRequests: { listShipRequests: async () => nothingFound },
      wallet: { listTransactions: async () => ({ items: [], olderThan: null }) },
      ...found,
    },
  });
  await untilShortcutsWork(shown.screen);
  return shown;
}

/** Keys that are pressed before the session is read reach nobody. */
export async function untilShortcutsWork(
  screen: Awaited<ReturnType<typeof showScreen>>["screen"],
): Promise<void> {
  await expect.element(screen.getByRole("button", { name: /Find anything/ })).toBeVisible();
}

/** Presses keys of which the second must follow at once: a busy machine may send it a second later. */
export function pressAtOnce(keys: string): void {
  for (const key of keys) {
    const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(pressed);
  }
}
