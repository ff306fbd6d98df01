import { useQuery } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { useAction } from "./action.ts";

type Options = Pick<Parameters<typeof useAction<string, string>>[1], "failed" | "hint" | "waits">;

/** Buttons that send their names, and what two queries have read. */
function Screen(props: {
  send: (name: string) => Promise<string>;
  read: (what: string) => Promise<string>;
  options: Options;
}) {
  const { send, read, options } = props;
  const list = useQuery({ queryKey: [["parcels", "list"]], queryFn: () => read("list") });
  const deposit = useQuery({
    queryKey: [["wallet", "verifyDeposit"]],
    queryFn: () => read("deposit"),
  });
  const action = useAction(
    { mutationFn: send },
    { done: (answer) => ({ title: answer }), ...options },
  );
  return (
    <>
      <button type="button" disabled={action.isRunning} onClick={() => void action.run("first")}>
        Send
      </button>
      <p>{[list.data, deposit.data, action.input ?? "idle"].join(", ")}</p>
    </>
  );
}

async function show(options: Options, send: (name: string) => Promise<string>) {
  const reads: string[] = [];
  let isHeld = false;
  const held = Promise.withResolvers<void>();
  const read = async (what: string) => {
    reads.push(what);
    if (isHeld) await held.promise;
    return what;
  };
  await showScreen({
    element: <Screen send={send} read={read} options={options} />,
    path: "/",
    answers: {},
  });
  await expect.element(page.getByText("list, deposit, idle")).toBeVisible();
  expect(reads.toSorted()).toEqual(["deposit", "list"]);
  isHeld = true;
  await page.getByRole("button", { name: "Send" }).click();
  return { reads, release: held.resolve };
}

test("what is on the screen is read again, but never what would repeat a payment's check", async () => {
  const { reads } = await show({}, async (name) => `Sent ${name}`);
  await expect.poll(shownToasts).toEqual(["Sent first"]);
  await expect.element(page.getByRole("button", { name: "Send" })).toBeEnabled();
  await expect.poll(() => reads.slice(2)).toEqual(["list"]);
});

test("an action that waits runs until the screen was read again", async () => {
  const { release } = await show({ waits: true }, async (name) => `Sent ${name}`);
  await expect.poll(shownToasts).toEqual(["Sent first"]);
  await expect.element(page.getByText("list, deposit, first")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send" })).toBeDisabled();
  release();
  await expect.element(page.getByRole("button", { name: "Send" })).toBeEnabled();
});

test.each([
  { options: { failed: () => "Not sent" }, toast: /^Not sent: .+/ },
  { options: {}, toast: /^[^:]+$/ },
])("a failure says the server's message, below the title where there is one", async (given) => {
  const { reads } = await show(given.options, () => Promise.reject(rejected("not_found")));
  await expect.poll(() => shownToasts().join("|")).toMatch(given.toast);
  await expect.poll(() => reads.slice(2)).toEqual(["list"]);
});

test("a canceled reauthentication says nothing", async () => {
  const { reads } = await show({ failed: () => "Not sent" }, () =>
    Promise.reject(rejected("reauthentication_required")),
  );
  await expect.element(page.getByRole("button", { name: "Send" })).toBeEnabled();
  await expect.poll(() => reads.slice(2)).toEqual(["list"]);
  expect(shownToasts()).toEqual([]);
});
