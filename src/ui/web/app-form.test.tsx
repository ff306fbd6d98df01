import { MantineProvider, TextInput } from "@mantine/core";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { fakeClient, rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { ApiProvider } from "./api.tsx";
import { useAppForm } from "./app-form.ts";
import { requiredText } from "./field-rules.ts";
import { FormError, Form } from "./form.tsx";
import { NumberField } from "./number-field.tsx";
import { Select } from "./select.tsx";

const schema = z.object({
  name: requiredText(() => "Enter a name."),
  city: requiredText(() => "Enter a city."),
  weight: z.string(),
});
type Values = z.output<typeof schema>;

function ExampleForm(props: {
  city: string;
  onSubmit: (values: Values, original: Values) => Promise<void>;
}) {
  const form = useAppForm({
    schema,
    initialValues: { name: "", city: props.city, weight: "" },
    draft: null,
    startAt: "city",
    fieldOf: { email_taken: "name" },
    onSubmit: (values, { original }) => props.onSubmit(values, original),
  });
  return (
    <Form form={form} label="Example">
      <FormError form={form} fallback="Not saved." />
      <TextInput {...form.field("name")} label="Name" />
      <TextInput {...form.field("city")} label="City" />
      <NumberField field={form.field("weight")} label="Weight" min={0} step={1} />
      <button type="button" onClick={() => form.write({ weight: "25" })}>
        25 kg
      </button>
      <button type="button" onClick={form.reset}>
        Reset
      </button>
      <button type="submit">{form.isSubmitting ? "Saving..." : "Save"}</button>
    </Form>
  );
}

const name = page.getByLabelText("Name");
const city = page.getByLabelText("City");
const weight = page.getByLabelText("Weight");
const save = page.getByRole("button", { name: "Save" });

/** The form of somebody who moves while it is open. */
function MovingExample(props: { onSubmit: (values: Values, original: Values) => Promise<void> }) {
  const [place, setPlace] = useState("Singapore");
  return (
    <>
      <ExampleForm city={place} onSubmit={props.onSubmit} />
      <button type="button" onClick={() => setPlace("Penang")}>
        Move
      </button>
    </>
  );
}

async function show(onSubmit: (values: Values, original: Values) => Promise<void>) {
  await showScreen({ element: <MovingExample onSubmit={onSubmit} />, path: "/", answers: {} });
}

test("every wrong field shows its message, and the first on the screen has the focus", async () => {
  const onSubmit = vi.fn<(values: Values) => Promise<void>>();
  await show(onSubmit);
  await expect.element(city).toHaveFocus();
  await city.fill(" ");
  await save.click();
  await expect.element(name).toHaveAccessibleDescription("Enter a name.");
  await expect.element(city).toHaveAttribute("aria-invalid", "true");
  await expect.element(name).toHaveFocus();
  await name.fill("Mei");
  await expect.element(page.getByText("Enter a name.")).not.toBeInTheDocument();
  await expect.element(page.getByText("Enter a city.")).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a second submit is ignored while one runs", async () => {
  let finish = () => undefined as void;
  const onSubmit = vi.fn<(values: Values) => Promise<void>>(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  await show(onSubmit);
  await name.fill(" Mei ");
  await save.dblClick();
  await expect.element(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  expect(onSubmit.mock.calls.map(([values]) => values)).toEqual([
    { name: "Mei", city: "Singapore", weight: "" },
  ]);
  finish();
  await save.click();
  await expect.poll(() => onSubmit.mock.calls.length).toBe(2);
});

test("an error of the server is shown at its field, or above the fields, and the input stays", async () => {
  const details = { issues: [{ path: ["city"], message: "At most 4 characters." }] };
  const onSubmit = vi.fn<(values: Values) => Promise<void>>();
  onSubmit
    .mockRejectedValueOnce(rejected("email_taken"))
    .mockRejectedValueOnce(rejected("invalid_input", { details }))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockRejectedValueOnce(rejected("reauthentication_required"));
  await show(onSubmit);
  await name.fill("Mei");
  await save.click();
  await expect.element(page.getByText("Another account uses this email address.")).toBeVisible();
  await expect.element(name).toHaveFocus();
  await save.click();
  await expect.element(city).toHaveAccessibleDescription("At most 4 characters.");
  await save.click();
  await expect.element(page.getByRole("alert").getByText("Not saved.")).toBeVisible();
  await save.click();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(city).toHaveFocus();
  await expect.element(name).toHaveValue("Mei");
});

test("a number field takes values from outside and keeps what the browser does not reveal", async () => {
  const onSubmit = vi.fn<(values: Values) => Promise<void>>(async () => undefined);
  await show(onSubmit);
  await name.fill("Mei");
  await weight.fill("7");
  await page.getByRole("button", { name: "25 kg" }).click();
  await expect.element(weight).toHaveValue(25);
  await save.click();
  await expect.poll(() => onSubmit.mock.calls[0]?.[0].weight).toBe("25");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.element(weight).toHaveValue(null);
  await expect.element(name).toHaveValue("");
});

test("a number begins after the sign before it, which has three letters in Chinese", async () => {
  const field = {
    name: "cap",
    value: "37.27",
    error: undefined,
    onChange: () => undefined,
    "data-path": "cap",
  };
  await showScreen({
    element: (
      <NumberField field={field} label="At most" min={1} step={1} unit={{ before: "US$" }} />
    ),
    path: "/",
    answers: {},
  });
  const sign = document.createRange();
  sign.selectNodeContents(page.getByText("US$").element());
  const input = page.getByLabelText("At most").element();
  const start =
    input.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(input).paddingLeft);
  expect(sign.getBoundingClientRect().right).toBeLessThan(start - 4);
});

test("a field follows its initial value until it is edited, and the value from before is kept", async () => {
  const onSubmit = vi.fn<(values: Values, original: Values) => Promise<void>>(
    async () => undefined,
  );
  await show(onSubmit);
  const move = page.getByRole("button", { name: "Move" });
  await name.fill("Mei");
  await city.fill("Ipoh");
  await move.click();
  await expect.element(city).toHaveValue("Ipoh");
  await save.click();
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
  expect(onSubmit.mock.calls[0]?.[1]).toEqual({ name: "", city: "Singapore", weight: "" });
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.element(city).toHaveValue("Penang");
});

test("a field that is not edited follows its initial value", async () => {
  await show(async () => undefined);
  await name.fill("Mei");
  await page.getByRole("button", { name: "Move" }).click();
  await expect.element(city).toHaveValue("Penang");
  await expect.element(name).toHaveValue("Mei");
});

test("what is typed into the prerendered form before hydration stays", async () => {
  const place = document.createElement("div");
  document.body.append(place);
  const onSubmit = vi.fn<(values: Values) => Promise<void>>(async () => undefined);
  const element = (
    <MantineProvider>
      <ApiProvider client={fakeClient({})}>
        <ExampleForm city="" onSubmit={onSubmit} />
      </ApiProvider>
    </MantineProvider>
  );
  place.innerHTML = renderToString(element);
  const [typed] = place.querySelectorAll("input");
  if (typed) typed.value = "Mei";
  const root = hydrateRoot(place, element);
  await expect.element(city).toHaveFocus();
  await expect.element(name).toHaveValue("Mei");
  await city.fill("Ipoh");
  await save.click();
  await expect.poll(() => onSubmit.mock.calls[0]?.[0].name).toBe("Mei");
  root.unmount();
  place.remove();
});

/** Writes as a password manager does: the application hears of nothing. */
function fillSilently(input: Element, text: string): void {
  (input as HTMLInputElement).value = text;
}

test("what stands in the fields is submitted, also where it was written without an event", async () => {
  const onSubmit = vi.fn<(values: Values) => Promise<void>>(async () => undefined);
  await show(onSubmit);
  fillSilently(name.element(), "Mei");
  fillSilently(city.element(), "Ipoh");
  fillSilently(weight.element(), "12");
  await save.click();
  await expect.poll(() => onSubmit.mock.calls).toHaveLength(1);
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ name: "Mei", city: "Ipoh", weight: "12" });
});

function Countries(props: { country: string; onSubmit: (values: { country: string }) => void }) {
  const form = useAppForm({
    schema: z.object({ country: requiredText(() => "Choose a country.") }),
    initialValues: { country: props.country },
    draft: null,
    onSubmit: props.onSubmit,
  });
  return (
    <Form form={form} label="Example">
      <Select
        {...form.select("country")}
        label="Country"
        searchable
        data={[
          { value: "MY", label: "Malaysia" },
          { value: "SG", label: "Singapore" },
        ]}
      />
      <TextInput label="Other" />
      <button type="submit">Save</button>
    </Form>
  );
}

describe("a country written into its list without an event", () => {
  const country = page.getByRole("combobox", { name: "Country" });
  const showCountries = async (stored = "") => {
    const onSubmit = vi.fn<(values: { country: string }) => void>();
    await showScreen({
      element: <Countries country={stored} onSubmit={onSubmit} />,
      path: "/",
      answers: {},
    });
    return onSubmit;
  };

  test("is submitted", async () => {
    const onSubmit = await showCountries();
    await page.getByLabelText("Other").click();
    await expect.element(country).not.toHaveAttribute("readonly");
    fillSilently(country.element(), "singapore");
    await save.click();
    await expect.poll(() => onSubmit.mock.calls[0]?.[0]).toEqual({ country: "SG" });
  });

  test("is submitted where nobody was in a field of the page", async () => {
    const onSubmit = await showCountries();
    await expect.element(country).toHaveAttribute("readonly");
    fillSilently(country.element(), "Malaysia");
    // No press: a field that has the focus loads the list.
    page.getByRole("form").element().querySelector("button")?.click();
    await expect.poll(() => onSubmit.mock.calls[0]?.[0]).toEqual({ country: "MY" });
    await expect.element(country).toHaveValue("Malaysia");
  });

  test("is not replaced by another one where it is none of the list", async () => {
    const onSubmit = await showCountries("SG");
    fillSilently(country.element(), "Atlantis");
    page.getByRole("form").element().querySelector("button")?.click();
    await expect.element(page.getByText("Choose a country.")).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
