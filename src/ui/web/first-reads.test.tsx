import { useQuery } from "@tanstack/react-query";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { useApi } from "#app/web/api.ts";
import { ApiProvider } from "./api.tsx";
import { startFirstReads } from "./first-reads.ts";
import { sessionChanged, sessionChannelName } from "./session.tsx";

const root = document.documentElement;

/** Lists the wallet as read first and runs the script of the document at an address with `search`. */
function openDocument(search = ""): void {
  const home = location.href;
  onTestFinished(() => history.replaceState(null, "", home));
  history.replaceState(null, "", location.pathname + search);
  root.dataset["reads"] = JSON.stringify([["wallet/readWallet", {}]]);
  const script = document.createElement("script");
  script.textContent = `(${startFirstReads.toString()})("${sessionChannelName}")`;
  document.head.append(script);
  script.remove();
}

function answerWith(...answers: readonly (Response | Error)[]) {
  const left = [...answers];
  return vi.spyOn(window, "fetch").mockImplementation(async () => {
    const answer = left.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new TypeError("Nothing is left to answer.");
  });
}

function wallet(balanceCents: number): Response {
  return Response.json({ json: { balanceCents } });
}

function Balance() {
  const { data } = useQuery(useApi().wallet.readWallet.queryOptions({ input: {}, retry: false }));
  return <p>{data === undefined ? "Loading" : `Balance ${data.balanceCents}`}</p>;
}

async function showBalance() {
  return await render(
    <ApiProvider>
      <Balance />
    </ApiProvider>,
  );
}

afterEach(() => {
  delete root.dataset["reads"];
  delete window.firstReads;
});

test("a page takes what its document has asked for, and sends no request of its own", async () => {
  const fetch = answerWith(wallet(100), wallet(200));
  openDocument();
  const [address, init] = fetch.mock.calls[0] ?? [];
  expect([address, init?.method, init?.body]).toEqual([
    "/api/rpc/wallet/readWallet",
    "POST",
    '{"json":{}}',
  ]);
  const screen = await showBalance();
  await expect.element(screen.getByText("Balance 100")).toBeVisible();
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(window.firstReads?.size).toBe(0);
});

test("an answer is taken once, so that reading again reads again", async () => {
  const fetch = answerWith(wallet(100), wallet(200));
  openDocument();
  const first = await showBalance();
  await expect.element(first.getByText("Balance 100")).toBeVisible();
  await first.unmount();
  const second = await showBalance();
  await expect.element(second.getByText("Balance 200")).toBeVisible();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("what the document could not read is read by the page", async () => {
  answerWith(new TypeError("Failed to fetch"), wallet(200));
  openDocument();
  const screen = await showBalance();
  await expect.element(screen.getByText("Balance 200")).toBeVisible();
});

test("answers are not taken once somebody else has signed in in another tab", async () => {
  answerWith(wallet(100), wallet(200));
  openDocument();
  new BroadcastChannel(sessionChannelName).postMessage(sessionChanged);
  await expect.poll(() => window.firstReads?.size).toBe(0);
  const screen = await showBalance();
  await expect.element(screen.getByText("Balance 200")).toBeVisible();
});

test("an address with a query, where a page may read something else, asks for nothing", () => {
  const fetch = answerWith();
  openDocument("?page=2");
  expect(fetch).not.toHaveBeenCalled();
});
