import { useQuery } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { rejected } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { useAction } from "./action.ts";
import { apiErrorMessage } from "./api.tsx";

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

test("a failure that the screen shows itself is in no toast, and gone with the next try", async () => {
  let isFailing = true;
  function Sharing() {
    const action = useAction(
      {
        mutationFn: async (name: string) => {
          if (isFailing) throw rejected("not_found");
          return name;
        },
      },
      { done: () => null, showsErrorInPlace: true },
    );
    return (
      <>
        <button type="button" onClick={() => void action.run("first")}>
          Share
        </button>
        <p>{action.error === null ? "Nothing failed" : apiErrorMessage(action.error, "")}</p>
      </>
    );
  }
  await showScreen({ element: <Sharing />, path: "/", answers: {} });
  await page.getByRole("button", { name: "Share" }).click();
  await expect.element(page.getByText("Nothing failed")).not.toBeInTheDocument();
  expect(shownToasts()).toEqual([]);
  isFailing = false;
  await page.getByRole("button", { name: "Share" }).click();
  await expect.element(page.getByText("Nothing failed")).toBeVisible();
});

function textOf(switches: Readonly<Record<"first" | "second", boolean>>): string {
  const { first, second } = switches;
  return `first ${first ? "on" : "off"}, second ${second ? "on" : "off"}`;
}

const switchesKey = [["switches"]];

/** Two switches that show their change at once; what is stored changes when `answer` is called. */
async function showSwitches() {
  const stored = { first: false, second: false };
  const waiting: { settle: (isStored: boolean) => void }[] = [];
  let reads = 0;
  function Switches() {
    const { data } = useQuery({
      queryKey: switchesKey,
      queryFn: async () => {
        reads += 1;
        return { ...stored };
      },
    });
    const turn = useAction(
      {
        scope: { id: "switches" },
        mutationFn: (name: "first" | "second") =>
          new Promise<void>((resolve, reject) => {
            waiting.push({
              settle: (isStored) => {
                if (isStored) stored[name] = true;
                if (isStored) resolve();
                else reject(rejected("not_found"));
              },
            });
          }),
      },
      {
        place: "switches",
        atOnce: {
          queryKey: switchesKey,
          change: (known: typeof stored, name) => ({ ...known, [name]: true }),
        },
        done: (_, name) => ({ title: `Turned ${name}` }),
      },
    );
    return (
      <>
        <button type="button" onClick={() => void turn.run("first")}>
          First
        </button>
        <button type="button" onClick={() => void turn.run("second")}>
          Second
        </button>
        <p>{data === undefined ? "Loading" : `Stored: ${textOf(data)}`}</p>
      </>
    );
  }
  await showScreen({ element: <Switches />, path: "/", answers: {} });
  const shown = () => page.getByText(/^Stored:/).element().textContent;
  await expect.element(page.getByText("Stored: first off, second off")).toBeVisible();
  const answer = async (isStored: boolean) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.settle(isStored);
  };
  return { shown, answer, readCount: () => reads };
}

test("changes are shown at once, and read again after the last of those that run one after the other", async () => {
  const { shown, answer, readCount } = await showSwitches();
  await page.getByRole("button", { name: "First" }).click();
  await page.getByRole("button", { name: "Second" }).click();
  await expect.poll(shown).toBe("Stored: first on, second on");
  await answer(true);
  await expect.poll(shownToasts).toEqual(["Turned first"]);
  expect(shown()).toBe("Stored: first on, second on");
  expect(readCount()).toBe(1);
  await answer(true);
  await expect.poll(shownToasts).toEqual(["Turned second"]);
  await expect.poll(readCount).toBe(2);
});

test("a change that was not stored is not shown any more, and those before it are", async () => {
  const { shown, answer } = await showSwitches();
  await page.getByRole("button", { name: "First" }).click();
  await page.getByRole("button", { name: "Second" }).click();
  await answer(true);
  await answer(false);
  await expect.poll(shown).toBe("Stored: first on, second off");
});
