import { TextInput } from "@mantine/core";
import { useEffect } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { showScreen } from "#test/screen/show-screen.tsx";
import { takeDraftFaults } from "#test/screen/watched-drafts.ts";
import { useAppForm } from "./app-form.ts";
import { Form } from "./form.tsx";

const schema = z.object({ city: z.string(), country: z.string(), code: z.string() });

/** A form that writes into itself, or whose country follows its city. */
function Example(props: { isWriting: boolean }) {
  const { isWriting } = props;
  const form = useAppForm({
    schema,
    initialValues: { city: "Ipoh", country: "", code: "" },
    following: ({ city }) =>
      isWriting ? {} : { country: city === "Ipoh" ? "Malaysia" : "Singapore" },
    draft: { name: "example" },
    onSubmit: () => undefined,
  });
  useEffect(() => {
    if (isWriting && form.values.country === "") form.write({ country: "Malaysia" });
  });
  return (
    <Form form={form} label="Example">
      <TextInput {...form.field("city")} label="City" />
      <TextInput {...form.field("country")} label="Country" />
      <TextInput {...form.field("code")} label="Code" autoComplete="one-time-code" />
    </Form>
  );
}

async function show(isWriting: boolean) {
  await showScreen({ element: <Example isWriting={isWriting} />, path: "/", answers: {} });
}

const country = page.getByLabelText("Country");

test("a form that writes into itself what nobody typed is found", async () => {
  await show(true);
  await expect.element(country).toHaveValue("Malaysia");
  expect(takeDraftFaults()).toEqual([
    "The draft example keeps country although nobody typed anything.",
  ]);
});

test("a code in a draft is found", async () => {
  await show(false);
  await page.getByLabelText("Code").fill("123456");
  expect(takeDraftFaults()).toEqual(["The draft example keeps the secret code."]);
});

test("a field follows what somebody typed into another one, and is not typed itself", async () => {
  await show(false);
  await expect.element(country).toHaveValue("Malaysia");
  await page.getByLabelText("City").fill("Bedok");
  await expect.element(country).toHaveValue("Singapore");
  await country.fill("Brunei");
  await page.getByLabelText("City").fill("Ipoh");
  await expect.element(country).toHaveValue("Brunei");
});
