import { expect, test } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { parcelUnderWay } from "#test/screen/users.ts";
import { UpdateForm } from "./update-form.tsx";

const [, leg] = parcelUnderWay.legs;
if (leg === undefined) throw new Error("The package has one leg.");

test("what a carrier says is added with stage, a time that has passed and its words", async () => {
  const requests: unknown[] = [];
  let isRejected = true;
  let isDone = false;
  const { screen } = await showScreen({
    element: <UpdateForm leg={leg} onDone={() => (isDone = true)} />,
    path: "/admin/dashboard/shipments",
    answers: {
      tracking: {
        addEvent: async (input) => {
          if (isRejected) throw rejected("not_found");
          requests.push(input);
          return {};
        },
      },
    },
  });
  const submit = screen.getByRole("button", { name: "Add update" });
  await submit.click();
  for (const text of [
    "Please choose what happened.",
    "Please enter date and time.",
    "Please enter what the carrier says.",
  ]) {
    await expect.element(screen.getByText(text)).toBeVisible();
  }
  await expectAccessible();
  await screen.getByRole("combobox", { name: "What happened" }).click();
  await screen.getByRole("option", { name: "Delivered" }).click();
  const time = screen.getByLabelText(/^When it happened/);
  await time.fill("2099-01-01T10:00");
  const words = screen.getByRole("textbox", { name: "The carrier's words" });
  await words.fill("Signed by Mei");
  await submit.click();
  await expect.element(screen.getByText(/^This time has not come yet/)).toBeVisible();
  await time.fill("2026-01-05T10:00");
  await submit.click();
  await expect.element(screen.getByText(/^This does not exist/)).toBeVisible();
  await expect.element(words).toHaveValue("Signed by Mei");
  isRejected = false;
  await submit.click();
  await expect.poll(() => isDone).toBe(true);
  expect(requests).toEqual([
    {
      legId: leg.id,
      stage: "delivered",
      occurredAt: new Date("2026-01-05T10:00").toISOString(),
      description: "Signed by Mei",
    },
  ]);
});
