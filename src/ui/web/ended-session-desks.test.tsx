import { useState } from "react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Person } from "#platform/contract/session.ts";
import type { Manifest, ManifestPackage } from "#shipping/contract/manifests.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import { documentLoader } from "#office/web/languages/document-loader.ts";
import { useDocumentOf } from "#app/web/layout/desk-layout.tsx";
import ManifestsPage from "#shipping/web/manifests/manifests-page.tsx";
import { DeskOfAccount, OutboxNotices } from "#goods/web/receiving/receiving-outbox.tsx";
import { useSession, useSessionSync } from "./session.tsx";

const address = "/admin/dashboard/manifests";
const manifestId = "00000000-0000-4000-8000-000000000581";

const listed: ManifestPackage = {
  id: "00000000-0000-4000-8000-000000000591",
  shipRequestId: "00000000-0000-4000-8000-000000000521",
  packageId: "00000000-0000-4000-8000-000000000531",
  position: 1,
  reference: "SR000123",
  packageNumber: 1024,
  memberCode: "S7K32QX",
  trackingNumber: "RA123456785HK",
  countryCode: "GB",
  weightGrams: 2350,
  state: "listed",
  leftBehindReason: null,
  handedOverAt: null,
  takeBackUntil: null,
  takenBackReason: "",
  carrierWeight: null,
};

const open: Manifest = {
  id: manifestId,
  number: "M00007",
  warehouseId: "00000000-0000-4000-8000-000000000541",
  warehouseCode: "HK1",
  carrierCode: "hk-post",
  state: "open",
  packagesCount: 0,
  handedOverCount: 0,
  leftBehindCount: 0,
  openedAt: "2031-04-02T08:30:00.000Z",
  closedAt: null,
  handedOverAt: null,
  receiverName: "",
  signatureUrl: null,
  totalGrams: 0,
  items: [],
};

/** As the frame of the desks shows one. */
function Desk() {
  useSessionSync();
  const { state, person } = useSession();
  return (
    <DeskOfAccount userId={mei.id} isSignedIn={person !== null}>
      <OutboxNotices isSignedOut={state === "signed_out"} />
      <ManifestsPage />
    </DeskOfAccount>
  );
}

beforeEach(() => {
  const before = window.location.href;
  window.history.replaceState(null, "", address);
  onTestFinished(() => window.history.replaceState(null, "", before));
});

test("one signs in at the desk, and what was scanned after the session had ended is added", async () => {
  let person: Person | null = mei;
  const scans: string[] = [];
  const { screen, router } = await showScreen({
    element: <Desk />,
    path: address,
    address: `${address}?manifest=${manifestId}`,
    hasPortals: true,
    answers: {
      auth: {
        readSession: async () => (person === null ? null : sessionOf(person)),
        signIn: async () => {
          person = mei;
          return sessionOf(mei);
        },
      },
      manifests: {
        readManifest: async () => {
          if (person === null) throw rejected("signed_out");
          return open;
        },
        addScan: async ({ scan, idempotencyKey }) => {
          scans.push(`${scan} ${idempotencyKey}`);
          if (person === null) throw rejected("signed_out");
          return { isNew: true, item: listed, packagesCount: 1 };
        },
      },
    },
  });
  const field = screen.getByRole("textbox", { name: "Scan a label" });
  await expect.element(field).toBeVisible();
  person = null;
  await field.fill("RA123456785HK");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText(/^Your session has ended\./)).toBeVisible();
  await expect.element(screen.getByText("Not added")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Sign in to send" }).click();
  const dialog = page.getByRole("dialog", { name: "Login" });
  await dialog.getByLabelText("Email").fill("mei.tan@example.com");
  await dialog.getByLabelText("Password", { exact: true }).fill("correct horse battery");
  await dialog.getByRole("button", { name: "Log in", exact: true }).click();
  await expect.element(screen.getByText("Added: RA123456785HK")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^Your session has ended\./)).not.toBeInTheDocument();
  expect(scans).toHaveLength(2);
  expect(scans[1]).toBe(scans[0]);
  expect(router.state.location.pathname).toBe(address);
});

test("another account that signs in at the desk loads the document again", async () => {
  const loadAgain = vi.spyOn(documentLoader, "loadAgain").mockReturnValue(undefined);
  function Visit() {
    const [id, setId] = useState(mei.id);
    useDocumentOf({ id, isAdmin: true, roles: [], hasTwoFactor: false, isWarehouseEntered: true });
    return (
      <>
        <button type="button" onClick={() => setId((current) => current.trim())}>
          {id}
        </button>
        <button type="button" onClick={() => setId("00000000-0000-4000-8000-0000000000b0")}>
          Other account
        </button>
      </>
    );
  }
  const { screen } = await showScreen({ element: <Visit />, path: "/", answers: {} });
  await screen.getByRole("button", { name: mei.id }).click();
  expect(loadAgain).not.toHaveBeenCalled();
  await screen.getByRole("button", { name: "Other account" }).click();
  await expect.poll(() => loadAgain.mock.calls.length).toBe(1);
});
