import { TextInput } from "@mantine/core";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, publicSettings, sessionOf } from "#test/screen/users.ts";
import LoginPage from "#people/web/auth/login-page.tsx";
import { ProtectedShell } from "#app/web/layout/protected-shell.tsx";
import { forgetDesk } from "./desk/desk-account.ts";
import { readStored, removeStored, storedKeys, writeStored } from "./storage.ts";
import { useAppForm } from "./app-form.ts";
import { Form } from "./form.tsx";

function refuse(): never {
  throw new DOMException("Denied", "SecurityError");
}

const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException("Full", "QuotaExceededError");
  },
  removeItem: () => undefined,
} as unknown as Storage;

/** The storage of browsers within apps, and of one that is full. */
const storages = {
  missing: () => null as unknown as Storage,
  blocked: refuse,
  full: () => full,
};

function NameForm(props: { onSubmit: (values: { name: string }) => void }) {
  const form = useAppForm({
    schema: z.object({ name: z.string() }),
    initialValues: { name: "" },
    draft: { name: "example" },
    onSubmit: props.onSubmit,
  });
  return (
    <Form form={form} label="Example">
      <TextInput {...form.field("name")} label="Name" />
      <button type="submit">Save</button>
    </Form>
  );
}

// Other files share the page.
afterAll(() => {
  vi.restoreAllMocks();
});

describe.each(Object.entries(storages))("with a storage that is %s", (_, storage) => {
  beforeEach(() => {
    vi.spyOn(window, "localStorage", "get").mockImplementation(storage);
    vi.spyOn(window, "sessionStorage", "get").mockImplementation(storage);
  });

  test("nothing is read, and writing does not fail", () => {
    for (const area of ["local", "session"] as const) {
      expect(writeStored(area, "key", "text")).toBe(false);
      expect(readStored(area, "key")).toBeNull();
      expect(storedKeys(area, "key")).toEqual([]);
      expect(() => removeStored(area, "key")).not.toThrow();
    }
  });

  test("a form within the shell keeps a draft nowhere and is submitted, in another language than the profile's", async () => {
    const onSubmit = vi.fn<(values: { name: string }) => void>();
    await showScreen({
      element: <ProtectedShell />,
      isFrame: true,
      page: <NameForm onSubmit={onSubmit} />,
      path: "/dashboard/profile",
      answers: {
        auth: { readSession: async () => sessionOf({ ...mei, language: "zh-Hans" }) },
        settings: { readPublicSettings: async () => publicSettings },
      },
    });
    await page.getByLabelText("Name").fill("Mei");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => onSubmit.mock.calls[0]?.[0]).toEqual({ name: "Mei" });
  });

  test("the login appears", async () => {
    await showScreen({
      element: <LoginPage />,
      path: "/login",
      answers: {
        auth: { readSession: async () => null },
        settings: { readPublicSettings: async () => publicSettings },
      },
    });
    await expect.element(page.getByRole("button", { name: "Log in" })).toBeVisible();
  });

  test("a desk is forgotten", async () => {
    await forgetDesk();
    expect(readStored("local", "desk")).toBeNull();
  });
});
