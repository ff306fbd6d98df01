import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { expect, test } from "vitest";
import { mei } from "#test/screen/users.ts";
import { hasDrafts } from "#ui/web/drafts.ts";
import { created, profile, showNewPackage } from "#test/screen/new-package.tsx";

test("shows to whom it goes, from the profile, and sends what is changed for this package", async () => {
  let sent: unknown = null;
  const { screen, number, add } = await showNewPackage({
    createPackage: async ({ recipient }) => {
      sent = recipient;
      return created;
    },
  });
  const section = screen.getByRole("region", { name: "Recipient" });
  await expect.element(section.getByText(profile.fullName)).toBeVisible();
  await expect.element(section.getByText("United States")).toBeVisible();
  await expect
    .element(section.getByText(/^Missing: .*street address, city.* You can also add it later\.$/))
    .toBeVisible();
  await section.getByRole("button", { name: "Change recipient" }).click();
  await section.getByRole("textbox", { name: "Recipient" }).fill("Ben Carter");
  await section.getByRole("textbox", { name: "Street address" }).fill("1750 Wazee Street");
  await number.fill("SF1234567890123");
  await add.click();
  await expect.element(screen.getByText("The list of packages")).toBeVisible();
  expect(sent).toEqual({
    ...emptyRecipient,
    phone: profile.phone,
    name: "Ben Carter",
    address: "1750 Wazee Street",
  });
});

test("a form that nobody touched keeps nothing, and says nothing at the next visit", async () => {
  for (const _ of [1, 2]) {
    const { screen } = await showNewPackage({}, { country: "SG" });
    const section = screen.getByRole("region", { name: "Recipient" });
    await expect.element(section.getByText(profile.fullName)).toBeVisible();
    await expect.element(screen.getByText(/restored/)).not.toBeInTheDocument();
    expect(hasDrafts(mei.id)).toBe(false);
    await screen.unmount();
  }
});

test("asks for the name in Latin letters of a name in another script, and sends none with other names", async () => {
  const sent: unknown[] = [];
  const { screen, number, add } = await showNewPackage({
    createPackage: async ({ recipient }) => {
      sent.push(recipient);
      return created;
    },
  });
  const section = screen.getByRole("region", { name: "Recipient" });
  await section.getByRole("button", { name: "Change recipient" }).click();
  const name = section.getByRole("textbox", { name: "Recipient" });
  const latinName = section.getByRole("textbox", { name: "Name in Latin letters" });
  await expect.element(name).toBeVisible();
  await expect.element(latinName).not.toBeInTheDocument();
  await name.fill("陈伟");
  await latinName.fill("陈");
  await name.fill("Ben Carter");
  await number.fill("SF1234567890123");
  await add.click();
  await expect
    .element(section.getByText("Labels cannot print “陈”. Please use Latin letters."))
    .toBeVisible();
  expect(sent).toEqual([]);
  await name.fill("陈伟");
  await latinName.fill("Chen Wei");
  await add.click();
  await expect.element(screen.getByText("The list of packages")).toBeVisible();
  expect(sent).toEqual([
    { ...emptyRecipient, phone: profile.phone, name: "陈伟", latinName: "Chen Wei" },
  ]);
});

test("uses the profile's name in Latin letters for that name alone", async () => {
  const names = { fullName: "陈美", latinName: "Chen Mei" };
  const { screen } = await showNewPackage({}, { names });
  const section = screen.getByRole("region", { name: "Recipient" });
  await expect.element(section.getByText("Chen Mei")).toBeVisible();
  await section.getByRole("button", { name: "Change recipient" }).click();
  const latinName = section.getByRole("textbox", { name: "Name in Latin letters" });
  await expect.element(latinName).toHaveValue("Chen Mei");
  await section.getByRole("textbox", { name: "Recipient" }).fill("李娜");
  await expect.element(latinName).toHaveValue("");
});
