import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei } from "#test/screen/users.ts";
import { acceptedServices } from "#test/seeded-services.ts";
import { hasDrafts, removeDraftsOf } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import EditServicePage from "./edit-service-page.tsx";

const [seeded] = acceptedServices;
if (seeded === undefined) throw new Error("There is no seeded service.");
const { id, code, version: _version, ...details } = seeded;
const listPage = "/admin/dashboard/services";

function summary(version: number): ServiceVersionSummary {
  return {
    ...details,
    name: details.names.en,
    id,
    code,
    version,
    validFrom: "2031-01-01",
    createdByEmail: null,
    createdAt: "2031-01-01T08:30:00.000Z",
  };
}

beforeEach(() => removeDraftsOf(mei.id));

/** The form as it is after a reload, of the service's newest version or of a new one. */
async function show(newest: number | null, answer: () => Promise<ServiceVersionSummary>) {
  const sent: unknown[] = [];
  const shown = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <EditServicePage />
      </DraftOwner>
    ),
    path: newest === null ? `${listPage}/new` : `${listPage}/:serviceCode/edit`,
    address: newest === null ? `${listPage}/new` : `${listPage}/${code}/edit`,
    others: { [listPage]: <p>All services</p>, [`${listPage}/:serviceCode`]: <p>One service</p> },
    answers: {
      shippingServices: {
        listShippingServices: async () => ({ today: "2031-04-05", items: [] }),
        listServiceVersions: async () => ({
          today: "2031-04-05",
          currentId: id,
          items: [summary(newest ?? 0)],
        }),
        readServiceVersion: async () => ({ id, code, version: newest ?? 0, details }),
        addServiceVersion: async (input) => {
          sent.push(input);
          return await answer();
        },
      },
    },
  });
  const { screen } = shown;
  const source = screen.getByRole("textbox", { name: "Source" });
  await expect.element(source).toBeVisible();
  const bands = screen.getByRole("textbox", { name: "Weight bands" });
  const countries = screen.getByRole("textbox", { name: /^Countries/ });
  const click = (name: string) => screen.getByRole("button", { name }).click();
  return { ...shown, sent, source, bands, countries, click };
}

const restored = "Your unsaved entries were restored.";

test("what was entered for a new service survives a reload with its tables and surcharges, until it is discarded", async () => {
  const first = await show(null, () => Promise.reject(new TypeError("Failed to fetch")));
  await first.screen.getByRole("textbox", { name: "Code" }).fill("sea-mail");
  await first.bands.fill("500 65.00");
  await first.click("Add price table");
  await first.bands.nth(1).fill("1000 96.00");
  await first.click("Add surcharge");
  await first.screen.getByRole("textbox", { name: "Percent" }).fill("12.5");
  await first.click("Add surcharge");
  await first.click("Remove surcharge 2");
  await first.click("Remove price table 1");
  await expect.element(first.bands).toHaveValue("1000 96.00");
  await first.screen.unmount();

  const second = await show(null, () => Promise.reject(new TypeError("Failed to fetch")));
  await expect.element(second.screen.getByText(restored)).toBeVisible();
  await expect
    .element(second.screen.getByRole("textbox", { name: "Code" }))
    .toHaveValue("sea-mail");
  expect(second.bands.elements()).toHaveLength(1);
  await expect.element(second.bands).toHaveValue("1000 96.00");
  const percent = second.screen.getByRole("textbox", { name: "Percent" });
  expect(percent.elements()).toHaveLength(1);
  await expect.element(percent).toHaveValue("12.5");
  await expect
    .element(second.screen.getByRole("combobox", { name: "Surcharge" }))
    .toHaveValue("Fuel, percent");
  // A part that is added then is empty.
  await second.click("Add price table");
  await expect.element(second.bands.nth(1)).toHaveValue("");
  await second.screen.unmount();

  const third = await show(null, () => Promise.reject(new TypeError("Failed to fetch")));
  await expect.poll(() => third.bands.elements().length).toBe(2);
  await third.click("Discard");
  expect(hasDrafts(mei.id)).toBe(false);
  await expect.poll(() => third.bands.elements().length).toBe(1);
  await expect.element(third.bands).toHaveValue("");
  await expect.element(percent).not.toBeInTheDocument();
});

test("what was added and removed again is no edit", async () => {
  const { screen, click, router } = await show(2, async () => summary(3));
  await click("Add surcharge");
  expect(hasDrafts(mei.id)).toBe(true);
  await click("Remove surcharge 1");
  expect(hasDrafts(mei.id)).toBe(false);
  await screen.getByRole("link", { name: "Cancel" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`${listPage}/${code}`);
});

test("leaving asks and says that entries are kept, which a lost answer does too; success removes them", async () => {
  const first = await show(2, () => Promise.reject(new TypeError("Failed to fetch")));
  await first.bands.first().fill("500 66.00");
  await first.source.fill("Price list of 2031");
  await first.click("Save as a new version");
  await expect.poll(() => first.sent).toHaveLength(1);
  await first.screen.getByRole("link", { name: "Cancel" }).click();
  const dialog = first.screen.getByRole("dialog", { name: "Leave this page?" });
  await expect
    .element(dialog.getByText(/Your entries are kept in this browser for a week/))
    .toBeVisible();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect.element(first.screen.getByText("One service")).toBeVisible();
  await first.screen.unmount();

  const second = await show(2, async () => summary(3));
  await expect.element(second.bands.first()).toHaveValue("500 66.00");
  await second.click("Save as a new version");
  await expect.element(second.screen.getByText("One service")).toBeVisible();
  expect(second.sent).toEqual([expect.objectContaining({ code, expectedVersion: 2 })]);
  await expect.poll(() => hasDrafts(mei.id)).toBe(false);
});

test("what was entered for an earlier version is not restored over a later one", async () => {
  const first = await show(2, () => Promise.reject(rejected("conflict")));
  await first.source.fill("Price list of 2031");
  await userEvent.keyboard("{Enter}");
  await expect.element(first.screen.getByText(/^Someone else changed this/)).toBeVisible();
  await expect.element(first.source).toHaveValue("Price list of 2031");
  await first.screen.unmount();
  const second = await show(3, async () => summary(4));
  await expect.element(second.source).toHaveValue("");
  await expect.element(second.screen.getByText(restored)).not.toBeInTheDocument();
});
