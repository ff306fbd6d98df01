import { TextInput } from "@mantine/core";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { rejected } from "#test/screen/fake-client.ts";
import { OfflineError } from "./api.tsx";
import { draftPrefix, hasDrafts, longestStoredText, removeDraftsOf } from "./drafts.ts";
import { useAppForm } from "./app-form.ts";
import { requiredText } from "./field-rules.ts";
import { DraftOwner } from "./form-draft.ts";
import { FormError, Form } from "./form.tsx";

const schema = z.object({ name: requiredText(() => "Enter a name."), secret: z.string() });
type Submit = (
  original: { name: string; secret: string },
  requestKey: string,
  keepDraft: () => void,
) => Promise<void>;

type NoteProps = { onSubmit: Submit; hasContents?: boolean };

function NoteForm(props: NoteProps & { savedName: string; version: string }) {
  const form = useAppForm({
    schema,
    initialValues: { name: props.savedName, secret: "" },
    draft: { name: "note", version: props.version, without: ["secret"] },
    onSubmit: async ({ name: typed }, { original, showToast, readRequestKey, keepDraft }) => {
      const key = props.hasContents ? readRequestKey(typed) : readRequestKey();
      await props.onSubmit(original, key, keepDraft);
      showToast({ title: "Note saved", kind: "success" });
    },
    onInvalid: (_, { showToast }) => showToast({ title: "Missing name", kind: "destructive" }),
    onError: (_, { showToast }) => showToast({ title: "Note not saved", kind: "destructive" }),
  });
  return (
    <Form form={form} label="Note">
      <FormError form={form} fallback="Not saved." />
      <TextInput {...form.field("name")} label="Name" />
      <TextInput {...form.field("secret")} label="Secret" />
      <button type="submit">Save</button>
    </Form>
  );
}

/** The form, which the buttons close, open again, and give to another user or after somebody else's change. */
function Example(props: NoteProps) {
  const [isOpen, setOpen] = useState(true);
  const [owner, setOwner] = useState("user-1");
  const [savedName, setSavedName] = useState("Mei");
  const [version, setVersion] = useState("1");
  return (
    <DraftOwner value={owner}>
      {isOpen ? <NoteForm {...props} savedName={savedName} version={version} /> : null}
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Open or close
      </button>
      <button type="button" onClick={() => setOwner("user-2")}>
        Other user
      </button>
      <button type="button" onClick={() => setSavedName("Ana")}>
        Other name
      </button>
      <button type="button" onClick={() => setVersion("2")}>
        Other version
      </button>
    </DraftOwner>
  );
}

const name = page.getByLabelText("Name");
const secret = page.getByLabelText("Secret");
const save = page.getByRole("button", { name: "Save" });
const restored = page.getByText("Your unsaved entries were restored.");
const click = (label: string) => page.getByRole("button", { name: label, exact: true }).click();

async function reopen() {
  await click("Open or close");
  await expect.element(name).not.toBeInTheDocument();
  await click("Open or close");
}

async function show(onSubmit: Submit = async () => undefined, hasContents = false) {
  const element = <Example onSubmit={onSubmit} hasContents={hasContents} />;
  await showScreen({ element, path: "/", answers: {} });
}

function storedTexts(): string {
  return Object.entries(localStorage)
    .filter(([key]) => key.startsWith(draftPrefix))
    .map(([, text]) => String(text))
    .join();
}

beforeEach(() => {
  localStorage.clear();
});

test("what was typed comes back with a line above it, without the secret, until it is discarded", async () => {
  await show();
  await name.fill("Mei Ling");
  await secret.fill("sk_live_1");
  expect(storedTexts()).toContain("Mei Ling");
  expect(storedTexts()).not.toContain("sk_live_1");
  await reopen();
  await expect.element(restored).toBeVisible();
  await expect.element(name).toHaveValue("Mei Ling");
  await expect.element(secret).toHaveValue("");
  await click("Discard");
  await expect.element(name).toHaveValue("Mei");
  await expect.element(restored).not.toBeInTheDocument();
  await expect.element(name).toHaveFocus();
  expect(storedTexts()).toBe("");
  await reopen();
  await expect.element(name).toHaveValue("Mei");
});

test("a draft goes when it is sent or its account signs out, and stays when sending fails", async () => {
  const onSubmit = vi.fn<Submit>(async () => undefined);
  onSubmit.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await show(onSubmit);
  await name.fill("Mei Ling");
  await save.click();
  await expect.element(page.getByText("Not saved.")).toBeVisible();
  expect(hasDrafts("user-1")).toBe(true);
  await save.click();
  await expect.poll(() => hasDrafts("user-1")).toBe(false);
  await name.fill("Mei Fen");
  expect(hasDrafts("user-1")).toBe(true);
  removeDraftsOf("user-2");
  expect(hasDrafts("user-1")).toBe(true);
  removeDraftsOf("user-1");
  expect(hasDrafts("user-1")).toBe(false);
});

test("a draft is not shown to another user, for another version, or after a week", async () => {
  await show();
  await name.fill("Mei Ling");
  await click("Open or close");
  await click("Other user");
  await click("Open or close");
  await expect.element(name).toHaveValue("Mei");
  await expect.element(restored).not.toBeInTheDocument();
  await name.fill("Noor");
  await click("Open or close");
  await click("Other version");
  await click("Open or close");
  await expect.element(name).toHaveValue("Mei");
  await name.fill("Noor");
  const eightDays = 8 * 24 * 60 * 60 * 1000;
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + eightDays);
  await reopen();
  await expect.element(name).toHaveValue("Mei");
  vi.restoreAllMocks();
});

test("a restored edit is sent with the value from before it, so that a change by somebody else is noticed", async () => {
  const onSubmit = vi.fn<Submit>(async () => undefined);
  await show(onSubmit);
  await name.fill("Mei Ling");
  await click("Open or close");
  await click("Other name");
  await click("Open or close");
  await expect.element(name).toHaveValue("Mei Ling");
  await save.click();
  await expect.poll(() => onSubmit.mock.calls[0]?.[0].name).toBe("Mei");
});

test("what the form would show anyway is not restored", async () => {
  await show();
  await name.fill("Ana");
  await click("Open or close");
  expect(hasDrafts("user-1")).toBe(true);
  await click("Other name");
  await click("Open or close");
  await expect.element(name).toHaveValue("Ana");
  await expect.element(restored).not.toBeInTheDocument();
  expect(hasDrafts("user-1")).toBe(false);
});

test("what was sent without an answer keeps its request key with its draft, until the server answers", async () => {
  const keys: string[] = [];
  const failures = [
    new TypeError("Failed to fetch"),
    new OfflineError(),
    rejected("invalid_input"),
    new TypeError("Failed to fetch"),
  ];
  await show(async (_, requestKey) => {
    keys.push(requestKey);
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  });
  const send = async (count: number) => {
    await save.click();
    await expect.poll(() => keys).toHaveLength(count);
  };
  await name.fill("Mei Ling");
  await send(1);
  await reopen();
  await expect.element(restored).toBeVisible();
  await send(2);
  // Edited meanwhile, it is still the same request.
  await name.fill("Mei Lin");
  await send(3);
  expect(new Set(keys).size).toBe(1);
  await send(4);
  await reopen();
  await send(5);
  expect(keys[3]).not.toBe(keys[0]);
  expect(keys[4]).toBe(keys[3]);
  await name.fill("Mei L.");
  await send(6);
  expect(keys[5]).not.toBe(keys[4]);
});

test("the request key stays while only what is never stored is edited", async () => {
  const keys: string[] = [];
  await show(async (_, requestKey) => {
    keys.push(requestKey);
    throw new TypeError("Failed to fetch");
  });
  for (const [place, text] of ["one", "two"].entries()) {
    await secret.fill(text);
    await save.click();
    await expect.poll(() => keys).toHaveLength(place + 1);
  }
  expect(keys[1]).toBe(keys[0]);
  expect(JSON.stringify(localStorage)).not.toContain("two");
});

test("what was sent as it stood at first keeps its request key too, and shows nothing as restored", async () => {
  const keys: string[] = [];
  await show(async (_, requestKey) => {
    keys.push(requestKey);
    if (keys.length < 3) throw new TypeError("Failed to fetch");
  });
  for (const count of [1, 2, 3, 4]) {
    await save.click();
    await expect.poll(() => keys).toHaveLength(count);
    await reopen();
    await expect.element(name).toHaveValue("Mei");
    await expect.element(restored).not.toBeInTheDocument();
  }
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  expect(storedTexts()).toBe("");
});

test("other contents have another request key where the form says so", async () => {
  const keys: string[] = [];
  await show(async (_, requestKey) => {
    keys.push(requestKey);
    throw new TypeError("Failed to fetch");
  }, true);
  for (const [place, text] of ["Mei Ling", "Mei Ling", "Mei Lin"].entries()) {
    await name.fill(text);
    await save.click();
    await expect.poll(() => keys).toHaveLength(place + 1);
    await reopen();
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("a draft stays when a submit has saved nothing yet, and its request has ended", async () => {
  const keys: string[] = [];
  await show(async (_, requestKey, keepDraft) => {
    keys.push(requestKey);
    if (keys.length === 1) keepDraft();
  });
  await name.fill("Mei Ling");
  await save.click();
  await expect.poll(() => keys).toHaveLength(1);
  await reopen();
  await expect.element(restored).toBeVisible();
  await expect.element(name).toHaveValue("Mei Ling");
  await save.click();
  await expect.poll(() => hasDrafts("user-1")).toBe(false);
  expect(keys[1]).not.toBe(keys[0]);
});

test("a text that is too long is not stored, and neither is an earlier one of its field", async () => {
  await show();
  await name.fill("Mei Ling");
  expect(storedTexts()).toContain("Mei Ling");
  await name.fill("M".repeat(longestStoredText + 1));
  await expect.poll(storedTexts).toBe("");
  await name.fill("M".repeat(longestStoredText));
  await expect.poll(storedTexts).not.toBe("");
});

test("what a submit is answered after signing out brings no draft back", async () => {
  let refuse: (reason: unknown) => void = () => undefined;
  await show(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  await name.fill("Mei Ling");
  await save.click();
  removeDraftsOf("user-1");
  refuse(rejected("invalid_input"));
  await expect.element(page.getByText(/^The request is not valid/)).toBeVisible();
  expect(hasDrafts("user-1")).toBe(false);
});

test("a draft that is discarded takes its request key along", async () => {
  const keys: string[] = [];
  await show(async (_, requestKey) => {
    keys.push(requestKey);
    throw new TypeError("Failed to fetch");
  });
  await name.fill("Mei Ling");
  await save.click();
  await expect.poll(() => keys).toHaveLength(1);
  await reopen();
  await click("Discard");
  await name.fill("Mei Ling");
  await save.click();
  await expect.poll(() => keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});

test("without a connection the form says that nothing was sent, and keeps the entries", async () => {
  const onSubmit = vi.fn<Submit>(async () => undefined);
  onSubmit.mockRejectedValueOnce(new OfflineError());
  await show(onSubmit);
  await name.fill("Mei Ling");
  await save.click();
  const notice = page.getByText("You are offline. Nothing was sent; your entries are kept.");
  await expect.element(notice).toBeVisible();
  await expect.element(name).toHaveValue("Mei Ling");
  expect(shownToasts()).toEqual([]);
  expect(hasDrafts("user-1")).toBe(true);
  await save.click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.poll(shownToasts).toEqual(["Note saved"]);
});

test("once the connection is back nothing says any more that there is none, and the focus is at the button", async () => {
  const onSubmit = vi.fn<Submit>(async () => undefined);
  onSubmit.mockRejectedValueOnce(new OfflineError());
  await show(onSubmit);
  await name.fill("Mei Ling");
  await save.click();
  const notice = page.getByText("You are offline. Nothing was sent; your entries are kept.");
  await expect.element(notice).toBeVisible();
  window.dispatchEvent(new Event("online"));
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(save).toHaveFocus();
  await expect.element(name).toHaveValue("Mei Ling");
});

test("a submit that takes long says so until it ends", async () => {
  let finish = () => undefined as void;
  await show(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  const notice = page.getByText("This is taking longer than usual.", { exact: false });
  const timers = vi.spyOn(window, "setInterval");
  await save.click();
  await expect.element(notice).not.toBeInTheDocument();
  const [sayThatItIsSlow] = timers.mock.calls.find(([, delay]) => delay === 8_000) ?? [];
  timers.mockRestore();
  if (typeof sayThatItIsSlow === "function") sayThatItIsSlow();
  await expect.element(notice).toBeVisible();
  finish();
  await expect.element(notice).not.toBeInTheDocument();
});

test("a form shows one toast at a time, and an error goes with the next submit", async () => {
  let finish = () => undefined as void;
  const onSubmit = vi.fn<Submit>(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  onSubmit.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await show(onSubmit);
  await save.click();
  await expect.poll(shownToasts).toEqual(["Note not saved"]);
  await name.fill("");
  await save.click();
  await expect.poll(shownToasts).toEqual(["Missing name"]);
  await name.fill("Mei Ling");
  await save.click();
  await expect.poll(shownToasts).toEqual([]);
  finish();
  await expect.poll(shownToasts).toEqual(["Note saved"]);
});
