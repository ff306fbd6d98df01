import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { fakeLabelPrinter, fakeUsb } from "#test/screen/usb-printers.ts";
import { mei, publicSettings, sessionOf } from "#test/screen/users.ts";
import type { Person } from "#platform/contract/session.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { PermissionsContext } from "#ui/web/permissions.ts";
import { ParcelStickerButtons, usePrintParcelSticker } from "./parcel-stickers.tsx";
import ParcelLabelPage from "#app/web/receiving/labels/parcel-label-page.tsx";
import { sendToPrinter } from "./usb-printer.ts";

const parcelId = "00000000-0000-4000-8000-000000000501";
const zpl = "^XA\n^FO60,84^FDlabel^FS\n^XZ\n";

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

/** The server's label of any parcel. */
const labels: NonNullable<FakeAnswers["receiving"]> = {
  printLabel: async ({ format }) =>
    new File([format === "zpl" ? zpl : "%PDF-1.3"], `label-7KQ2XW9D.${format ?? "pdf"}`),
};

function Desk() {
  const { way, setWay, connectPrinter, printLabel } = usePrintParcelSticker();
  return (
    <main>
      <h1>Labels</h1>
      <p>{`Way: ${way}`}</p>
      <button onClick={() => setWay("zpl")}>Use ZPL</button>
      <button onClick={() => void connectPrinter()}>Connect</button>
      <button onClick={() => void printLabel(parcelId)}>Print</button>
    </main>
  );
}

async function showDesk(receiving = labels) {
  const path = "/admin/dashboard/receiving";
  return (await showScreen({ element: <Desk />, path, answers: { receiving } })).screen;
}

/** The names of the files that are downloaded from now on. */
function watchDownloads(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return names;
}

describe("A label", () => {
  test("opens as PDF in a new tab, and is downloaded where the browser blocks the tab", async () => {
    const [opened, downloads] = [vi.spyOn(window, "open"), watchDownloads()];
    opened.mockReturnValueOnce(window).mockReturnValueOnce(null);
    const screen = await showDesk();
    await screen.getByRole("button", { name: "Print" }).click();
    await expect.poll(() => opened.mock.calls[0]?.[0]).toMatch(/^blob:/);
    expect(downloads).toEqual([]);
    await screen.getByRole("button", { name: "Print" }).click();
    await expect.element(screen.getByText("The label was downloaded")).toBeVisible();
    expect(downloads).toEqual(["label-7KQ2XW9D.pdf"]);
  });

  test("is downloaded as ZPL where that was chosen, also at the next visit", async () => {
    const downloads = watchDownloads();
    const first = await showDesk();
    await first.getByRole("button", { name: "Use ZPL" }).click();
    await expect.element(first.getByText("Way: zpl")).toBeVisible();
    await first.unmount();
    const screen = await showDesk();
    await screen.getByRole("button", { name: "Print" }).click();
    await expect.poll(() => downloads).toEqual(["label-7KQ2XW9D.zpl"]);
  });

  test("goes to the chosen USB printer, which other programs may use afterwards", async () => {
    const [chosen, other] = [fakeLabelPrinter("A1"), fakeLabelPrinter("B2")];
    fakeUsb({ plugged: [other], chosen });
    const screen = await showDesk();
    await screen.getByRole("button", { name: "Connect" }).click();
    await expect.element(screen.getByText("Label printer connected")).toBeVisible();
    await expect.element(screen.getByText("Way: usb")).toBeVisible();
    // Twice at once: one after the other, since a device is opened by one at a time.
    const print = screen.getByRole("button", { name: "Print" });
    await print.click();
    await print.click();
    await expect.poll(() => chosen.printed).toEqual([zpl, zpl]);
    await expect.poll(() => chosen.isOpen).toBe(false);
    expect(other.printed).toEqual([]);
  });

  test.each([
    ["no printer", null, /No label printer was found./],
    [
      "a printer that another program holds",
      "held by another program",
      /is using the label printer/,
    ],
    ["a printer that is unplugged", "unplugged while printing", /was unplugged or switched off/],
    ["a printer that takes only a part", "takes a part", /does not respond/],
  ] as const)(
    "says what is wrong with %s, and is printed once that is mended",
    async (_, trouble, text) => {
      const printer = fakeLabelPrinter("A1");
      localStorage.setItem("sampan-label-printing", JSON.stringify({ way: "usb" }));
      printer.trouble = trouble;
      fakeUsb({ plugged: trouble === null ? [] : [printer] });
      const screen = await showDesk();
      await screen.getByRole("button", { name: "Print" }).click();
      await expect.element(screen.getByText(text)).toBeVisible();
      printer.trouble = null;
      printer.printed.length = 0;
      fakeUsb({ plugged: [printer] });
      await screen.getByRole("button", { name: "Print" }).click();
      await expect.poll(() => printer.printed).toEqual([zpl]);
    },
  );

  test("that the server does not draw says why", async () => {
    const screen = await showDesk({ printLabel: () => Promise.reject(rejected("busy")) });
    await screen.getByRole("button", { name: "Print" }).click();
    await expect.element(screen.getByText("The label was not printed")).toBeVisible();
  });
});

test("a printer without paper does not hold up the next label for ever", async () => {
  const printer = fakeLabelPrinter("A1");
  printer.trouble = "out of paper";
  const stuck = sendToPrinter(printer, new Uint8Array([1]), 20);
  await expect(stuck).rejects.toMatchObject({ problem: "not_responding" });
  printer.trouble = null;
  await sendToPrinter(printer, new TextEncoder().encode("next"), 1_000);
  expect(printer.printed).toEqual(["next"]);
});

test.each([
  ["received", true, 2],
  ["expected", true, 2],
  ["departed", true, 0],
  ["received", false, 0],
] as const)(
  "of a parcel that is %s the buttons are there for roles that print labels: %s",
  async (state: InboundParcelState, mayPrint, count) => {
    const { screen } = await showScreen({
      element: (
        <PermissionsContext value={() => mayPrint}>
          <h1>Parcel</h1>
          <ParcelStickerButtons parcel={{ id: parcelId, state }} />
        </PermissionsContext>
      ),
      path: "/",
      answers: {},
    });
    await expect.element(screen.getByRole("heading")).toBeVisible();
    expect(screen.getByRole("button").elements()).toHaveLength(count);
  },
);

describe("The address on a label", () => {
  const staff = (roles: Person["roles"]): Person => ({ ...mei, roles });

  async function showPage(person: Person | null, code = "7KQ2XW9D", hasWarehouse = true) {
    const asked: string[] = [];
    const { screen, router } = await showScreen({
      element: <ParcelLabelPage />,
      path: "/a/:labelCode",
      address: `/a/${code}`,
      answers: {
        auth: { readSession: async () => (person === null ? null : sessionOf(person)) },
        settings: { readPublicSettings: async () => ({ ...publicSettings, hasWarehouse }) },
        receiving: {
          readParcelLabel: async ({ labelCode }) => {
            asked.push(labelCode);
            if (labelCode !== "7KQ2XW9D") throw rejected("not_found");
            return { inboundParcelId: parcelId };
          },
        },
      },
    });
    return { screen, router, asked };
  }

  test.each([
    ["a receiver", staff(["receiver"])],
    ["support", staff(["support"])],
    ["an admin", { ...mei, isAdmin: true }],
  ])("opens the parcel for %s", async (_, person) => {
    const { router } = await showPage(person);
    await expect
      .poll(() => router.state.location.pathname + router.state.location.search)
      .toBe(`/admin/dashboard/inbound-parcels?parcel=${parcelId}`);
  });

  test("says to staff that no parcel has the code", async () => {
    const { screen } = await showPage(staff(["receiver"]), "22222222");
    await expect.element(screen.getByText("Unknown label")).toBeVisible();
    await expect.element(screen.getByText(/2222 2222/)).toBeVisible();
  });

  test("shows everybody else one page for all codes, and asks the server nothing about them", async () => {
    const shown: string[] = [];
    for (const person of [null, mei, staff(["finance"])]) {
      for (const code of ["7KQ2XW9D", "22222222", "no code"]) {
        const { screen, asked } = await showPage(person, code);
        await expect
          .element(screen.getByRole("heading", { name: "Warehouse label" }))
          .toBeVisible();
        shown.push(screen.getByRole("main").element().outerHTML);
        expect(asked).toEqual([]);
        await screen.unmount();
      }
    }
    expect(new Set(shown).size).toBe(1);
  });

  test.each([
    ["a visitor", null],
    ["a customer", mei],
    ["a receiver", { ...staff(["receiver"]), isWarehouseEntered: false }],
  ])("is the specified 404 for %s without a warehouse", async (_, person) => {
    const { screen, asked } = await showPage(person, "7KQ2XW9D", false);
    await expect.element(screen.getByText("Oops! Page not found")).toBeVisible();
    expect(asked).toEqual([]);
  });

  test("leads staff to sign in and back", async () => {
    const { screen, router } = await showPage(null);
    await expectAccessible();
    await screen.getByRole("link", { name: "Staff sign-in" }).click();
    expect(router.state.location).toMatchObject({
      pathname: "/admin-login",
      state: { from: "/a/7KQ2XW9D" },
    });
  });
});
