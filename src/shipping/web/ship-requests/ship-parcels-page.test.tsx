import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { expectToFit } from "#test/screen/expect-to-fit.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { newRequest } from "#test/screen/ship-requests.ts";
import { ids, known, showShelf, used } from "#test/screen/ship-shelf.tsx";
import { parcelsEstimate } from "#test/screen/shipping-answers.ts";
import { mei } from "#test/screen/users.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";

let pressCount = 0;
const countPress = () => {
  pressCount += 1;
};

beforeEach(() => {
  pressCount = 0;
  document.addEventListener("pointerdown", countPress);
});

afterEach(async () => {
  document.removeEventListener("pointerdown", countPress);
  removeDraftsOf(mei.id);
  await page.viewport(1280, 800);
});

/** The words on the screen outside of fields and their labels, and of what is folded. */
function wordsBesideFields(): string[] {
  const style = document.createElement("style");
  style.textContent = `
    label, input, textarea, .mantine-InputWrapper-root, .visually-hidden,
    details:not([open]) > :not(summary) { display: none !important; }`;
  document.head.append(style);
  const words = document.body.innerText.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  style.remove();
  return words;
}

test("from the shelf to requested without an address: three presses, the country by keys, all of it sent at once", async () => {
  const sent: unknown[] = [];
  const { screen, router } = await showShelf(
    {},
    {
      answers: {
        shipRequests: {
          shipParcels: async (input) => {
            sent.push(input);
            return newRequest;
          },
        },
      },
    },
  );
  const bar = screen.getByRole("region", { name: "Your next shipment" });
  await expect.element(bar.getByText(/^3 parcels, about 2\.5 kg to 2\.9 kg/)).toBeVisible();
  await expectAccessible();
  await screen.getByRole("link", { name: "Ship all 3" }).click();
  await expect.element(screen.getByText("Choose a country to see the prices.")).toBeVisible();
  expect(router.state.location.search).toBe(`?parcels=${ids.join(".")}`);
  await expect
    .element(screen.getByText("A new package: one of your 3 left this month."))
    .toBeVisible();
  expect(screen.getByText(/Please fill in this field/).elements()).toEqual([]);
  expect(wordsBesideFields().length, wordsBesideFields().join(" ")).toBeLessThanOrEqual(150);
  await screen.getByRole("combobox", { name: "Country" }).click();
  await expect.element(screen.getByRole("option", { name: "Afghanistan" })).toBeVisible();
  await userEvent.keyboard("G");
  await expect.element(screen.getByRole("option", { name: "Germany" })).toBeVisible();
  const list = screen.getByRole("listbox").element();
  expect(list.scrollHeight).toBeGreaterThan(list.clientHeight);
  await expectAccessible();
  await userEvent.keyboard("erm{Enter}");
  await expect.element(screen.getByText("About $26.70–$31.10")).toBeVisible();
  expect(wordsBesideFields().length, wordsBesideFields().join(" ")).toBeLessThanOrEqual(150);
  await expectAccessible();
  await userEvent.keyboard("{Tab}");
  await expect
    .element(screen.getByRole("textbox", { name: "Recipient", exact: true }))
    .toHaveFocus();
  for (const text of ["+49 30 123", "Torstr. 1", "", "Berlin", "", "10119"]) {
    await userEvent.keyboard(`{Tab}${text}`);
  }
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByText("The ship request")).toBeVisible();
  expect(pressCount).toBeLessThanOrEqual(6);
  expect(sent).toMatchObject([
    {
      inboundParcelIds: ids,
      countryCode: "DE",
      recipient: {
        name: mei.fullName,
        phone: "+49 30 123",
        address: "Torstr. 1",
        city: "Berlin",
        postalCode: "10119",
      },
      saveToProfile: true,
      paymentMode: "quote_first",
      serviceCode: null,
    },
  ]);
});

test("with a known address two presses are enough, and nothing of it is sent again", async () => {
  const sent: unknown[] = [];
  const { screen } = await showShelf(known, {
    answers: {
      shipRequests: {
        shipParcels: async (input) => {
          sent.push(input);
          return newRequest;
        },
      },
    },
  });
  await screen.getByRole("link", { name: "Ship all 3" }).click();
  await expect.element(screen.getByText(/^Mei Tan, 1200 Harbor Avenue SW/)).toBeVisible();
  await expect.element(screen.getByText("Goes by 2 of 2 services.")).toBeVisible();
  expect(wordsBesideFields().length, wordsBesideFields().join(" ")).toBeLessThanOrEqual(150);
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByText("The ship request")).toBeVisible();
  expect(pressCount).toBeLessThanOrEqual(3);
  expect(sent).toMatchObject([{ recipient: null, saveToProfile: false, countryCode: "US" }]);
});

test("ticking shows what goes and what one more or fewer changes, and Back and a reload keep it", async () => {
  const goesBy = { count: 1, of: 2 };
  const { screen, router } = await showShelf({ ...known, goesBy, planMaxWeightGrams: 2_000 });
  const bar = screen.getByRole("region", { name: "Your next shipment" });
  await expect.element(screen.getByText("−$0.00: same step")).toBeVisible();
  for (const name of ["Select SF7000000000000", "Select SF7000000000001"])
    await screen.getByRole("checkbox", { name }).click({ force: true });
  await expect
    .element(bar.getByText(/^2 parcels, about .* box Large .* up to about \$/))
    .toBeVisible();
  await expect.element(bar.getByText(/your plan carries 2 kg\./)).toBeVisible();
  await expect.element(bar.getByText("Goes by 1 of 2 services.")).toBeVisible();
  await expect.element(screen.getByText("+$3.60")).toBeVisible();
  await expect.element(screen.getByText("−$2.10 without it")).toBeVisible();
  await expect.element(bar.getByRole("button", { name: "Put into a package" })).toBeVisible();
  await bar.getByRole("link", { name: "Ship these 2" }).click();
  const choice = `parcels=${ids.slice(0, 2).join(".")}`;
  await expect.element(screen.getByRole("checkbox", { name: "Send Running shoes" })).toBeChecked();
  expect(router.state.location.search).toBe(`?${choice}`);
  expect(screen.getByText("Desk lamp").elements()).toEqual([]);
  await screen.getByRole("checkbox", { name: "Send Running shoes" }).click({ force: true });
  await expect.poll(() => router.state.location.search).toBe(`?parcels=${ids[0]}`);
  await expect.element(screen.getByText("1 parcel stays in storage.")).toBeVisible();
  await router.navigate(-1);
  await expect.element(bar.getByRole("link", { name: "Ship these 2" })).toBeVisible();
});

test("what is typed survives leaving, and nothing is sent with an empty required field", async () => {
  const first = await showShelf({ countryCode: "US" }, { address: "/dashboard/parcels" });
  await first.screen.getByRole("link", { name: "Ship all 3" }).click();
  const city = first.screen.getByRole("textbox", { name: "City" });
  await city.fill("Seattle");
  await first.screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(first.screen.getByText(/Please fill in this field/).first()).toBeVisible();
  await expectAccessible();
  await first.screen.unmount();
  const again = await showShelf({ countryCode: "US" });
  await again.screen.getByRole("link", { name: "Ship all 3" }).click();
  await expect.element(again.screen.getByRole("textbox", { name: "City" })).toHaveValue("Seattle");
});

test("what was decided for one choice of parcels is not decided for another, where the address alone stays", async () => {
  const decide = async (address: string) => {
    const { screen, router } = await showShelf({ countryCode: "US" });
    await router.navigate(`/dashboard/parcels/ship?parcels=${address}`);
    for (const line of ["Extra services", "Pay automatically, up to an amount"])
      await screen.getByText(line, { exact: true }).click();
    return screen;
  };
  const capOf = (screen: Awaited<ReturnType<typeof decide>>) =>
    screen.getByRole("spinbutton", { name: "At most (USD)" });
  const first = await decide(ids.slice(0, 2).join("."));
  await first.getByRole("textbox", { name: "City" }).fill("Seattle");
  await first.getByRole("checkbox", { name: "Bubble wrap" }).click({ force: true });
  await first.getByRole("radio", { name: "Send it if it costs at most …" }).click();
  await capOf(first).fill("28");
  await first.unmount();

  const same = await showShelf({ countryCode: "US" });
  await same.router.navigate(`/dashboard/parcels/ship?parcels=${ids.slice(0, 2).join(".")}`);
  await expect.element(capOf(same.screen)).toHaveValue(28);
  // The choice changes under the form, and what was decided with it.
  await same.screen.getByRole("checkbox", { name: "Send Running shoes" }).click({ force: true });
  await expect.element(capOf(same.screen)).toHaveValue(28);
  await same.screen.unmount();

  const other = await decide(ids.slice(1).join("."));
  await expect.element(other.getByRole("textbox", { name: "City" })).toHaveValue("Seattle");
  await expect
    .element(other.getByRole("radio", { name: "Show me the price when it is packed" }))
    .toBeChecked();
  await expect.element(other.getByRole("checkbox", { name: "Bubble wrap" })).not.toBeChecked();
  await other.unmount();
});

test("an address typed for other parcels stays with them once a complete one is saved, and is not lost", async () => {
  const [x = "", y = "", z = ""] = ids;
  const open = async (chosen: readonly string[], facts: Parameters<typeof showShelf>[0]) => {
    const { screen, router } = await showShelf(facts);
    await router.navigate(`/dashboard/parcels/ship?parcels=${chosen.join(".")}`);
    return screen;
  };
  const saved = /^Mei Tan, 1200 Harbor Avenue SW/;
  const first = await open([x, y], { countryCode: "US" });
  await first.getByRole("textbox", { name: "City" }).fill("Seattle");
  await first.unmount();
  // Another tab has sent the others, and saved a complete address.
  for (const chosen of [[z], [y, z]]) {
    const next = await open(chosen, known);
    await expect.element(next.getByText(saved)).toBeVisible();
    expect(next.getByText("Your unsaved entries were restored.").elements()).toEqual([]);
    await next.getByText("Note to the packer", { exact: true }).click();
    await next.getByRole("textbox", { name: "Note to the packer" }).fill("Fragile");
    await next.unmount();
  }
  const again = await open([x, y], { countryCode: "US" });
  await expect.element(again.getByRole("textbox", { name: "City" })).toHaveValue("Seattle");
  await again.unmount();
  const noted = await open([y, z], known);
  await expect
    .element(noted.getByRole("textbox", { name: "Note to the packer" }))
    .toHaveValue("Fragile");
});

test("an address for somebody else goes along when one more parcel is chosen, and not to a next shipment", async () => {
  const [x = "", y = "", z = ""] = ids;
  const open = async (chosen: readonly string[]) => {
    const { screen, router } = await showShelf(known);
    await router.navigate(`/dashboard/parcels/ship?parcels=${chosen.join(".")}`);
    return screen;
  };
  const first = await open([x]);
  await first.getByRole("button", { name: "Change" }).click();
  await first.getByRole("textbox", { name: "City" }).fill("Osaka");
  await first.unmount();
  const more = await open([x, y]);
  await expect.element(more.getByRole("textbox", { name: "City" })).toHaveValue("Osaka");
  await more.unmount();
  const next = await open([z]);
  await expect.element(next.getByText(/^Mei Tan, 1200 Harbor Avenue SW/)).toBeVisible();
});

test("a wallet that is too small for the expected price is said before anything is packed, and hinders nothing", async () => {
  const deposits: unknown[] = [];
  const sent: unknown[] = [];
  const { screen, router } = await showShelf(known, {
    answers: {
      wallet: {
        readWallet: async () => ({ balanceCents: 1_000, heldCents: 0, holds: [] }),
        startDeposit: async (input) => {
          deposits.push(input.amount);
          return { url: "#checkout" };
        },
      },
      shipRequests: {
        shipParcels: async (input) => {
          sent.push(input);
          return newRequest;
        },
      },
    },
  });
  await router.navigate(`/dashboard/parcels/ship?parcels=${ids.join(".")}`);
  const line = screen.getByText(
    "It is expected to cost up to about $31.10, and your wallet has $10.00. You can add funds now or once it is packed.",
  );
  await expect.element(line).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Add only the missing $21.10" }))
    .toBeVisible();
  await screen.getByRole("button", { name: "Add $31.10" }).click();
  await expect.poll(() => deposits).toEqual(["31.10"]);
  window.location.hash = "";
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByText("The ship request")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("a postal code that is none of the country is refused before it is sent", async () => {
  const sent: unknown[] = [];
  const { screen, router } = await showShelf(
    { ...known, countryCode: "MY", recipientSource: "none", package: null },
    {
      answers: {
        shipRequests: {
          shipParcels: async (input) => {
            sent.push(input);
            return newRequest;
          },
        },
      },
    },
  );
  await router.navigate(`/dashboard/parcels/ship?parcels=${ids.join(".")}`);
  const postalCode = screen.getByRole("textbox", { name: "Postal code" });
  await postalCode.fill("1");
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect
    .element(screen.getByText("A postal code of this country looks like 12345."))
    .toBeVisible();
  await expect.element(postalCode).toHaveFocus();
  await postalCode.fill("50450");
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByText("The ship request")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("a field is only said to be missing after it was left", async () => {
  const { screen } = await showShelf({ countryCode: "US" });
  await screen.getByRole("link", { name: "Ship all 3" }).click();
  const phone = screen.getByRole("textbox", { name: "Phone" });
  await phone.click();
  expect(screen.getByText(/Please fill in this field/).elements()).toEqual([]);
  await userEvent.keyboard("{Tab}");
  await expect.element(screen.getByText(/Please fill in this field/)).toBeVisible();
  expect(screen.getByText(/Please fill in this field/).elements()).toHaveLength(1);
});

test("another recipient is chosen among the last ones, and not saved to the profile", async () => {
  const sent: unknown[] = [];
  const { screen } = await showShelf(known, {
    answers: {
      packages: {
        listRecentRecipients: async () => ({
          items: [
            {
              recipient: {
                ...parcelsEstimate.recipient,
                name: "Ann Chan",
                city: "Osaka",
                state: "Osaka",
                postalCode: "530-0001",
              },
              destination: "Japan",
              countryCode: "JP",
            },
          ],
        }),
      },
      shipRequests: {
        shipParcels: async (input) => {
          sent.push(input);
          return newRequest;
        },
      },
    },
  });
  await screen.getByRole("link", { name: "Ship all 3" }).click();
  await screen.getByRole("button", { name: "Change" }).click();
  await expect.poll(() => document.activeElement?.querySelector("input")).not.toBeNull();
  expect(document.activeElement).not.toBe(document.body);
  await screen.getByRole("combobox", { name: "Somebody you have sent to" }).click();
  await screen.getByRole("option", { name: "Ann Chan, Osaka, Japan" }).click();
  await expect.element(screen.getByRole("textbox", { name: "City" })).toHaveValue("Osaka");
  await expect.element(screen.getByRole("combobox", { name: "Country" })).toHaveValue("Japan");
  await expectAccessible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByRole("textbox", { name: "City" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Change" })).toHaveFocus();
  await screen.getByRole("button", { name: "Change" }).click();
  await expect.element(screen.getByRole("textbox", { name: "City" })).not.toHaveValue("Osaka");
  await screen.getByRole("combobox", { name: "Somebody you have sent to" }).click();
  await screen.getByRole("option", { name: "Ann Chan, Osaka, Japan" }).click();
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByText("The ship request")).toBeVisible();
  expect(sent).toMatchObject([
    { countryCode: "JP", recipient: { name: "Ann Chan" }, saveToProfile: false },
  ]);
});

test("says which package is used, and shows what is needed where none can be made", async () => {
  const merged = { ...used, number: 1030 };
  const all = `/dashboard/parcels/ship`;
  const first = await showShelf({ ...known, package: used, mergedPackages: [merged] });
  await first.screen.getByRole("link", { name: "Ship all 3" }).click();
  await expect
    .element(first.screen.getByText("Goes with P-1024. P-1030 is merged into it."))
    .toBeVisible();
  await first.screen.unmount();
  const needed = await showShelf({ ...known, obstacle: "subscription_required" });
  await needed.router.navigate(all);
  await expect
    .element(needed.screen.getByRole("heading", { name: "Subscription Required" }))
    .toBeVisible();
  await needed.screen.unmount();
  const gone = await showShelf(known, {
    answers: {
      shipRequests: {
        estimateParcels: async () => {
          throw rejected("nothing_to_ship");
        },
      },
    },
  });
  await gone.router.navigate(all);
  await expect
    .element(gone.screen.getByText("None of these parcels can be sent now"))
    .toBeVisible();
  await expectAccessible();
});

test.each(["light", "dark"])("fits every width, %s, with everything unfolded", async (scheme) => {
  const { screen } = await showShelf(
    { countryCode: "US", planMaxWeightGrams: 2_000 },
    { isDark: scheme === "dark" },
  );
  await expect.element(screen.getByRole("link", { name: "Ship all 3" })).toBeVisible();
  await expectToFit([1280, 390, 320], { height: 800 });
  await screen.getByRole("checkbox", { name: "Select SF7000000000000" }).click({ force: true });
  await expect.element(screen.getByRole("link", { name: "Ship this one" })).toBeVisible();
  await screen.getByRole("button", { name: "Clear selection" }).click();
  await screen.getByRole("link", { name: "Ship all 3" }).click();
  await expect.element(screen.getByText("About $26.70–$31.10")).toBeVisible();
  for (const line of document.querySelectorAll("summary")) line.click();
  await expectToFit([320, 390, 1280], { height: 800 });
});
