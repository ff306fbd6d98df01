import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, profileOf, sessionOf } from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import ProfilePage from "./profile-page.tsx";
import { enteredProfile } from "#test/profiles.ts";

type UserAnswers = NonNullable<FakeAnswers["users"]>;

const address = {
  phone: "+65 6123 4567",
  address: "12 Harbour Road",
  city: "Singapore",
  country: "SG",
  postalCode: "098585",
};
const profile = profileOf(address);

function showProfile(users: UserAnswers = {}) {
  return showScreen({
    element: <ProfilePage />,
    path: "/dashboard/profile",
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      users: { readProfile: async () => profile, ...users },
    },
  });
}

test("the two cards show the profile, and the email cannot be changed", async () => {
  const { screen } = await showProfile();
  await expect.element(screen.getByRole("heading", { name: "My Profile" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Personal Information" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Shipping Address" })).toBeVisible();
  await expect.element(screen.getByLabelText("Email")).toBeDisabled();
  await expect.element(screen.getByLabelText("Email")).toHaveValue(mei.email);
  await expect.element(screen.getByText("Email cannot be changed")).toBeVisible();
  for (const [label, value] of [
    ["Full Name", "Mei Tan"],
    ["Phone Number", "+65 6123 4567"],
    ["Street Address", "12 Harbour Road"],
    ["City", "Singapore"],
    ["Postal Code", "098585"],
  ] as const) {
    await expect.element(screen.getByLabelText(label)).toHaveValue(value);
  }
  await expect.element(screen.getByRole("combobox", { name: "Country" })).toHaveValue("Singapore");
  await expectAccessible();
});

test("a country is found by its name or another name, and its code is saved", async () => {
  let answer: (saved: typeof profile) => void = () => undefined;
  const updateProfile = vi.fn<NonNullable<UserAnswers["updateProfile"]>>(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const { screen } = await showProfile({ updateProfile });
  const country = screen.getByRole("combobox", { name: "Country" });
  const options = screen.getByRole("option");
  await country.click();
  await expect.element(options.first()).toBeVisible();
  // Replaces the current country.
  await userEvent.keyboard("uk");
  await expect
    .poll(() => options.elements().map((option) => option.textContent))
    .toEqual(["United Kingdom", "Ukraine"]);
  await options.first().click();
  await screen.getByLabelText("City").fill("Leith");
  await screen.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(screen.getByRole("button", { name: "Saving..." })).toBeDisabled();
  expect(updateProfile.mock.calls.map(([input]) => input)).toEqual([
    enteredProfile({ ...address, city: "Leith", country: "GB" }),
  ]);
  answer({ ...profile, city: "Leith", country: "GB" });
  await expect.element(screen.getByText("Profile updated")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Save Changes" })).toBeEnabled();
  await expect.element(screen.getByLabelText("City")).toHaveValue("Leith");
});

test("the name in Latin letters is asked for while the name needs it", async () => {
  const updateProfile = vi.fn<NonNullable<UserAnswers["updateProfile"]>>(async (input) => ({
    ...profile,
    ...input,
    latinName: input.latinName ?? null,
  }));
  const { screen } = await showProfile({ updateProfile });
  const [name, latinName] = [
    screen.getByLabelText("Full Name"),
    screen.getByLabelText("Name in Latin Letters"),
  ];
  const save = screen.getByRole("button", { name: "Save Changes" });
  await expect.element(name).toBeVisible();
  await expect.element(latinName).not.toBeInTheDocument();
  await name.fill("陈美");
  await expect.element(latinName).toHaveAccessibleDescription(/Couriers print it on labels/);
  await expectAccessible();
  await latinName.fill("陈美");
  await save.click();
  await expect
    .element(screen.getByText("Labels cannot print “陈”. Please use Latin letters."))
    .toBeVisible();
  expect(updateProfile).not.toHaveBeenCalled();
  await latinName.fill("Chen Mei");
  await save.click();
  await expect.poll(() => updateProfile.mock.calls.at(-1)?.[0]?.latinName).toBe("Chen Mei");
  await latinName.fill("");
  await save.click();
  await expect.poll(() => updateProfile.mock.calls.at(-1)?.[0]?.latinName).toBeNull();
});

test("what labels cannot print is named where it is typed, and nothing is sent", async () => {
  const updateProfile = vi.fn<NonNullable<UserAnswers["updateProfile"]>>();
  const { screen } = await showProfile({ updateProfile });
  const save = screen.getByRole("button", { name: "Save Changes" });
  for (const [label, text, character] of [
    ["Street Address", "1450 Kapiʻolani Boulevard 🌺", "🌺"],
    ["City", "Москва", "М"],
    ["Full Name", "Mei 🙂", "🙂"],
  ] as const) {
    const input = screen.getByLabelText(label, { exact: true });
    const typed = ((await input.findElement()) as HTMLInputElement).value;
    await input.fill(text);
    await save.click();
    await expect
      .element(input)
      .toHaveAccessibleDescription(`Labels cannot print “${character}”. Please use Latin letters.`);
    await input.fill(typed);
  }
  expect(updateProfile).not.toHaveBeenCalled();
});

test("a missing name is an error and nothing is sent", async () => {
  const { screen } = await showProfile();
  await screen.getByLabelText("Full Name").fill("  ");
  await screen.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(screen.getByText("Please enter your full name.")).toBeVisible();
  await expect.element(screen.getByLabelText("Full Name")).toHaveFocus();
});

test("a validation error is shown and keeps the typed values", async () => {
  const details = { issues: [{ path: ["phone"], message: "At most 40 characters." }] };
  const { screen } = await showProfile({
    updateProfile: () => Promise.reject(rejected("invalid_input", { details })),
  });
  await screen.getByLabelText("Phone Number").fill("1".repeat(50));
  await screen.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(screen.getByText("Update failed")).toBeVisible();
  await expect
    .element(screen.getByText("Could not update your profile. Please try again."))
    .toBeVisible();
  await expect.element(screen.getByText("At most 40 characters.")).toBeVisible();
  await expect.element(screen.getByLabelText("Phone Number")).toHaveValue("1".repeat(50));
});

test("a lost connection shows its own message", async () => {
  const { screen } = await showProfile({
    updateProfile: () => Promise.reject(new TypeError("Failed to fetch")),
  });
  await screen.getByRole("button", { name: "Save Changes" }).click();
  await expect
    .element(screen.getByText("An unexpected error occurred. Please try again."))
    .toBeVisible();
});

test("a profile can be loaded again after an error", async () => {
  const readProfile = vi.fn<NonNullable<UserAnswers["readProfile"]>>();
  readProfile.mockRejectedValueOnce(rejected("unexpected")).mockResolvedValueOnce(profile);
  const { screen } = await showProfile({ readProfile });
  const description = "Could not load your profile information. Please try again.";
  await expect.element(screen.getByText(description).first()).toBeVisible();
  await expect.poll(shownToasts).toContain(`Error loading profile: ${description}`);
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByLabelText("Full Name")).toHaveValue("Mei Tan");
});
