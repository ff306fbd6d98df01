import { ORPCError } from "@orpc/client";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { created, profile, showNewPackage } from "#test/screen/new-package.tsx";
import { noPlan, superPlan } from "#test/screen/users.ts";

function image(name: string, type = "image/png", bytes = 20) {
  return new File([new Uint8Array(bytes)], name, { type });
}

describe("who may add a package", () => {
  test("not without a plan", async () => {
    const { screen, number } = await showNewPackage({}, { subscription: noPlan });
    await expect.element(screen.getByText("Subscription Required")).toBeVisible();
    await expect.element(number).not.toBeInTheDocument();
  });

  test("not with a used-up quota", async () => {
    const { screen } = await showNewPackage(
      {},
      { subscription: { ...superPlan, packageQuota: 0 } },
    );
    await expect.element(screen.getByText("Package Quota Exceeded")).toBeVisible();
    await expect
      .element(screen.getByText(/New ones are available from May 14, 2031/))
      .toBeVisible();
  });

  test("an admin always, with a banner", async () => {
    const { screen, number } = await showNewPackage({}, { subscription: noPlan, isAdmin: true });
    await expect.element(screen.getByText("Admin Mode - Testing Access")).toBeVisible();
    await expect.element(number).toBeVisible();
  });
});

describe("the form", () => {
  test("starts with China and the profile's country, and shows the route", async () => {
    const { screen } = await showNewPackage();
    await expect.element(screen.getByRole("combobox", { name: "Origin" })).toHaveValue("China");
    await expect
      .element(screen.getByRole("combobox", { name: "Destination" }))
      .toHaveValue("United States");
    await expect.element(screen.getByText("To United States: 3 legs")).toBeVisible();
    await expect.element(screen.getByText("Singapore to United States")).toBeVisible();
  });

  test("has its fields in the specified order, images last", async () => {
    const { screen, number, weight } = await showNewPackage();
    const images = screen.getByText("Images", { exact: true });
    await expect.element(images).toBeVisible();
    const fields = [
      number,
      weight,
      screen.getByRole("combobox", { name: "Origin" }),
      screen.getByRole("combobox", { name: "Destination" }),
      screen.getByRole("textbox", { name: "Description" }),
      images,
    ].map((field) => field.element());
    for (const [index, field] of fields.slice(1).entries()) {
      const position = fields[index]?.compareDocumentPosition(field) ?? 0;
      expect(position & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    }
  });

  test("shows missing fields and focuses the first", async () => {
    const { screen, number, add } = await showNewPackage();
    await add.click();
    await expect.element(screen.getByText("Missing information")).toBeVisible();
    await expect.element(screen.getByText("Please fill in all required fields.")).toBeVisible();
    await expect.element(number).toHaveFocus();
  });

  for (const typed of ["0", "-1", "0.0001", "1e9"]) {
    test(`rejects a weight of ${typed} kg`, async () => {
      const { screen, number, weight, add } = await showNewPackage();
      await number.fill("SF1234567890123");
      await weight.fill(typed);
      await add.click();
      await expect.element(screen.getByText("Invalid weight")).toBeVisible();
      await expect
        .element(
          screen
            .getByRole("alert")
            .getByText("Please enter a valid weight greater than 0, or leave it empty."),
        )
        .toBeVisible();
      await expect.element(weight).toHaveFocus();
    });
  }

  test("rejects a weight that is not a number, such as 1.5e", async () => {
    const { screen, number, weight, add } = await showNewPackage();
    await number.fill("SF1234567890123");
    await weight.click();
    await userEvent.keyboard("1.5e");
    await add.click();
    await expect.element(screen.getByText("Invalid weight")).toBeVisible();
  });

  test("accepts a comma as the decimal separator", async () => {
    const { weight } = await showNewPackage();
    await weight.click();
    await userEvent.keyboard("1,5");
    await expect.element(weight).toHaveValue(1.5);
  });

  test("rejects an invalid tracking number", async () => {
    const { screen, number, add } = await showNewPackage();
    await number.fill("a<b>c");
    await add.click();
    await expect
      .element(screen.getByText("A tracking number has 6 to 40 letters, digits or dashes."))
      .toBeVisible();
  });

  test("keeps all values when saving fails, and retries with the same idempotency key", async () => {
    const keys: string[] = [];
    const { screen, number, weight, add } = await showNewPackage({
      createPackage: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        throw new TypeError("Failed to fetch");
      },
    });
    await number.fill("SF1234567890123");
    await weight.fill("1.25");
    for (const times of [1, 2]) {
      await add.click();
      await expect.poll(() => keys.length).toBe(times);
    }
    await expect
      .element(screen.getByText("Failed to save package. Please try again.").first())
      .toBeVisible();
    await expect.element(number).toHaveValue("SF1234567890123");
    await expect.element(weight).toHaveValue(1.25);
    expect(keys[0]).toBe(keys[1]);
  });

  test("shows the server's reason at the field, or above the form with a link", async () => {
    const apiErrors = [
      new ORPCError("weight_above_plan", {
        status: 400,
        message: "The package weighs 9 kg, and your plan allows 4 kg.",
      }),
      new ORPCError("quota_exceeded", {
        status: 403,
        message: "Your package quota for this month is used up.",
      }),
    ];
    const { screen, number, weight, add } = await showNewPackage({
      createPackage: () => Promise.reject(apiErrors.shift()),
    });
    await number.fill("SF1234567890123");
    await weight.fill("9");
    await add.click();
    await expect
      .element(screen.getByText("The package weighs 9 kg, and your plan allows 4 kg."))
      .toBeVisible();
    await expect.element(weight).toHaveFocus();
    await add.click();
    const alert = screen.getByRole("alert");
    await expect
      .element(alert.getByText("Your package quota for this month is used up.", { exact: false }))
      .toBeVisible();
    await expect
      .element(alert.getByRole("link", { name: "View plans" }))
      .toHaveAttribute("href", "/dashboard/upgrade");
  });
});

describe("the freight estimate", () => {
  test("shows the route's total for the entered weight, and links to the calculator", async () => {
    const { screen, weight } = await showNewPackage();
    await expect
      .element(screen.getByText("Enter the estimated weight to see an estimate of the freight."))
      .toBeVisible();
    await weight.fill("1.5");
    await expect
      .element(screen.getByText(/^Estimated freight for 1.5 kg:\sSGD\s173.00$/))
      .toBeVisible();
    await expect
      .element(screen.getByText(/without China to Hong Kong, which has no published price/))
      .toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "Open the Shipping Calculator" }))
      .toHaveAttribute(
        "href",
        "/dashboard/shipping-calculator?weight=1.5&origin=CN&destination=US",
      );
    await weight.fill("31");
    await expect
      .element(screen.getByText("Estimates are available from 0.1 kg to 30 kg."))
      .toBeVisible();
  });

  test("blocks nothing where there is no price", async () => {
    const { screen, number, weight, add } = await showNewPackage(
      { createPackage: async () => created },
      { country: "JP" },
    );
    await number.fill("SF1234567890123");
    await weight.fill("1.5");
    await expect
      .element(screen.getByText("No leg of this route has a published price."))
      .toBeVisible();
    await add.click();
    await expect.element(screen.getByText("The list of packages")).toBeVisible();
  });
});

describe("saving", () => {
  test("sends the values once, shows success and opens the list", async () => {
    const sent: unknown[] = [];
    const { screen, number, weight, add } = await showNewPackage({
      createPackage: async (input) => {
        sent.push({ ...input, idempotencyKey: "one" });
        return created;
      },
    });
    await number.fill("sf 123456 7890123");
    await weight.fill("1.25");
    await screen.getByRole("textbox", { name: "Description" }).fill("Tea set");
    await add.dblClick();
    await expect.element(screen.getByText("The list of packages")).toBeVisible();
    await expect.element(screen.getByText("Package added successfully")).toBeVisible();
    expect(sent).toEqual([
      {
        trackingNumber: "SF1234567890123",
        origin: "China",
        destination: "United States",
        description: "Tea set",
        estimatedWeightGrams: 1250,
        recipient: { ...emptyRecipient, name: profile.fullName, phone: profile.phone },
        idempotencyKey: "one",
      },
    ]);
  });

  test("shows a warning when the legs could not be set up", async () => {
    const { screen, number, add } = await showNewPackage({
      createPackage: async () => ({ ...created, legsSetUp: false }),
    });
    await number.fill("SF1234567890123");
    await add.click();
    await expect
      .element(
        screen.getByText(
          "Package created but shipping legs could not be set up automatically. An admin will configure them.",
        ),
      )
      .toBeVisible();
  });

  test("uploads images one by one and reports skipped ones by name and reason", async () => {
    const uploads: string[] = [];
    const { screen, number, add } = await showNewPackage({
      createPackage: async () => created,
      addImage: async ({ file }) => {
        uploads.push(file instanceof File ? file.name : "");
        if (uploads.length === 2) {
          throw new ORPCError("invalid_image", { status: 400, message: "This file is no image." });
        }
        await expect
          .element(screen.getByText(`Uploading image ${uploads.length} of 3: ${uploads.at(-1)}`))
          .toBeVisible();
        throw new ORPCError("too_large", { status: 413, message: "The request is too large." });
      },
    });
    await number.fill("SF1234567890123");
    await userEvent.upload(screen.getByLabelText("Images", { exact: true }).last(), [
      image("front.png"),
      image("back.png"),
      image("top.png"),
    ]);
    await expect
      .element(screen.getByRole("list", { name: "Chosen images" }).getByText("back.png"))
      .toBeVisible();
    await add.click();
    await expect.element(screen.getByText("3 images were skipped")).toBeVisible();
    await expect.element(screen.getByText(/back\.png: This file is no image\./)).toBeVisible();
    await expect.element(screen.getByText("Package added successfully")).toBeVisible();
    expect(uploads).toEqual(["front.png", "back.png", "top.png"]);
  });

  test("keeps images that could not be uploaded on the screen, and uploads them again", async () => {
    const stored: string[] = [];
    const keys: string[] = [];
    let isLost = true;
    const { screen, number, add } = await showNewPackage({
      createPackage: async () => created,
      addImage: async ({ file, idempotencyKey }) => {
        if (file.name === "back.png" && isLost) {
          keys.push(idempotencyKey);
          const data = { retryAfterSeconds: 0.01 };
          throw new ORPCError("busy", { status: 503, message: "Many people need this.", data });
        }
        stored.push(file.name);
        return undefined as never;
      },
    });
    await userEvent.upload(screen.getByLabelText("Images", { exact: true }).last(), [
      image("front.png"),
      image("back.png"),
    ]);
    await number.fill("SF1234567890123");
    await add.click();
    const alert = screen.getByRole("alert").filter({ hasText: "1 image was not uploaded" });
    await expect.element(alert.getByText(/back\.png: Many people need this\./)).toBeVisible();
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await expect
      .element(screen.getByRole("list", { name: "Chosen images" }).getByText("back.png"))
      .toBeVisible();
    await expect.element(add).not.toBeInTheDocument();
    isLost = false;
    await alert.getByRole("button", { name: "Upload again" }).click();
    await expect.element(screen.getByText("The list of packages")).toBeVisible();
    expect(stored).toEqual(["front.png", "back.png"]);
  });

  test("does not wait for an hour until more images may be uploaded", async () => {
    let uploads = 0;
    const { screen, number, add } = await showNewPackage({
      createPackage: async () => created,
      addImage: async () => {
        uploads += 1;
        const data = { retryAfterSeconds: 3_000 };
        throw new ORPCError("too_many_requests", { status: 429, message: "Too many.", data });
      },
    });
    await userEvent.upload(screen.getByLabelText("Images", { exact: true }).last(), [
      image("front.png"),
    ]);
    await number.fill("SF1234567890123");
    await add.click();
    const alert = screen.getByRole("alert").filter({ hasText: "1 image was not uploaded" });
    await expect.element(alert.getByText(/front\.png: Too many\./)).toBeVisible();
    expect(uploads).toBe(1);
  });

  test("accepts images pasted or dropped anywhere, and highlights the drop zone", async () => {
    const { screen, number } = await showNewPackage();
    const transferOf = (name: string) => {
      const transfer = new DataTransfer();
      transfer.items.add(image(name));
      return transfer;
    };
    await expect.element(number).toBeVisible();
    const field = number.element();
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: transferOf("pasted.png"), bubbles: true }),
    );
    const chosen = screen.getByRole("list", { name: "Chosen images" });
    await expect.element(chosen.getByText("pasted.png")).toBeVisible();
    // A spreadsheet cell has text and an image; in a text field the text is intended.
    const cell = transferOf("cell.png");
    cell.setData("text/plain", "SF1234567890123");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: cell, bubbles: true }));
    const drag = (kind: string) =>
      new DragEvent(kind, {
        dataTransfer: transferOf("dropped.png"),
        bubbles: true,
        cancelable: true,
      });
    const zone = () => document.querySelector("label[data-over]")?.getAttribute("data-over");
    field.dispatchEvent(drag("dragover"));
    await expect.poll(zone).toBe("true");
    const drop = drag("drop");
    field.dispatchEvent(drop);
    // Otherwise the browser would open the image instead of the form.
    expect(drop.defaultPrevented).toBe(true);
    await expect.element(chosen.getByText("dropped.png")).toBeVisible();
    await expect.poll(zone).toBe("false");
    expect(chosen.getByRole("listitem").elements()).toHaveLength(2);
  });

  test("rejects files that are not images, and can remove chosen images", async () => {
    const { screen } = await showNewPackage();
    await userEvent.upload(screen.getByLabelText("Images", { exact: true }).last(), [
      image("invoice.pdf", "application/pdf"),
      image("empty.png", "image/png", 0),
      image("front.png"),
    ]);
    const alert = screen.getByRole("alert");
    await expect.element(alert.getByText("invoice.pdf")).toBeVisible();
    await expect.element(alert.getByText(/This file is not an image\./)).toBeVisible();
    await expect.element(alert.getByText(/This file is empty\./)).toBeVisible();
    await screen.getByRole("button", { name: "Remove front.png" }).click();
    await expect
      .element(screen.getByRole("list", { name: "Chosen images" }))
      .not.toBeInTheDocument();
  });
});

test("after a lost answer and a reload it is the same request, then a new one; images are chosen again", async () => {
  const keys: string[] = [];
  const answers = {
    createPackage: async ({ idempotencyKey }: { idempotencyKey: string }) => {
      keys.push(idempotencyKey);
      if (keys.length === 1) throw new TypeError("Failed to fetch");
      return created;
    },
    addImage: async () => undefined as never,
  };
  const first = await showNewPackage(answers);
  await first.number.fill("SF1234567890123");
  const images = () => first.screen.getByLabelText("Images", { exact: true }).last();
  await userEvent.upload(images(), [image("front.png"), image("back.png"), image("top.png")]);
  await first.screen.getByRole("button", { name: "Remove top.png" }).click();
  const again = /^Your browser does not keep chosen files/;
  await expect.element(first.screen.getByText(again)).not.toBeInTheDocument();
  await first.add.click();
  await expect.poll(() => keys).toHaveLength(1);
  await first.screen.unmount();

  const second = await showNewPackage(answers);
  await expect.element(second.number).toHaveValue("SF1234567890123");
  await expect
    .element(second.screen.getByText(again))
    .toHaveTextContent(
      "Your browser does not keep chosen files. Choose again: front.png and back.png.",
    );
  const input = second.screen.getByLabelText("Images", { exact: true }).last();
  await userEvent.upload(input, [image("front.png")]);
  await expect.element(second.screen.getByText(again)).not.toBeInTheDocument();
  await second.add.click();
  await expect.element(second.screen.getByText("The list of packages")).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
  await second.screen.unmount();

  const third = await showNewPackage(answers);
  await expect.element(third.number).toHaveValue("");
  await third.number.fill("SF1234567890123");
  await third.add.click();
  await expect.poll(() => keys).toHaveLength(3);
  expect(keys[2]).not.toBe(keys[0]);
});

test("leaving with chosen images asks first, and without them it does not", async () => {
  const { screen, router, number } = await showNewPackage();
  await number.fill("SF1234567890123");
  await userEvent.upload(screen.getByLabelText("Images", { exact: true }).last(), [
    image("front.png"),
  ]);
  await expect.element(screen.getByText("front.png")).toBeVisible();
  await screen.getByRole("link", { name: "Back to My Packages" }).click();
  const dialog = screen.getByRole("dialog", { name: "Leave this page?" });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/dashboard/packages/new");
  await screen.getByRole("link", { name: "Back to My Packages" }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect.element(screen.getByText("The list of packages")).toBeVisible();
});
