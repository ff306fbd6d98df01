import { onlineManager, useMutation, useQuery } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ApiProvider, apiErrorCode, apiErrorMessage } from "./api.tsx";
import { useApi } from "#app/web/api.ts";
import { enteredProfile } from "#test/profiles.ts";

function Balance() {
  const api = useApi();
  const { data, error } = useQuery(api.wallet.readWallet.queryOptions({ input: {}, retry: false }));
  return <p>{data ? `Balance ${data.balanceCents}` : (apiErrorCode(error) ?? "Loading")}</p>;
}

async function showBalance(response: Response) {
  const fetch = vi.spyOn(window, "fetch").mockResolvedValue(response);
  const screen = await render(
    <ApiProvider>
      <Balance />
    </ApiProvider>,
  );
  return { screen, fetch };
}

test("a call is posted under its operation's name, with the visitor's time zone", async () => {
  const { screen, fetch } = await showBalance(Response.json({ json: { balanceCents: 12_550 } }));
  await expect.element(screen.getByText("Balance 12550")).toBeVisible();
  const request = fetch.mock.calls[0]?.[0] as Request;
  expect(request.method).toBe("POST");
  expect(new URL(request.url).pathname).toBe("/api/rpc/wallet/readWallet");
  expect(request.headers.get("x-time-zone")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(await request.json()).toEqual({ json: {} });
});

test("an error that the server reports has its code", async () => {
  const json = { defined: false, code: "maintenance", status: 503, message: "Maintenance" };
  const { screen } = await showBalance(Response.json({ json }, { status: 503 }));
  await expect.element(screen.getByText("maintenance")).toBeVisible();
});

function SaveButton() {
  const saving = useMutation(useApi().users.updateProfile.mutationOptions());
  return (
    <button type="button" onClick={() => saving.mutate(enteredProfile())}>
      {saving.isError ? apiErrorMessage(saving.error, "Failed") : saving.status}
    </button>
  );
}

test.each([
  [false, "You are offline. Nothing was sent."],
  [true, "Failed"],
])(
  "a change without a response fails at once, with navigator.onLine %s",
  async (isOnline, text) => {
    const fetch = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    onlineManager.setOnline(isOnline);
    onTestFinished(() => {
      onlineManager.setOnline(true);
      vi.restoreAllMocks();
    });
    const screen = await render(
      <ApiProvider>
        <SaveButton />
      </ApiProvider>,
    );
    await screen.getByRole("button", { name: "idle" }).click();
    await expect.element(screen.getByText(text)).toBeVisible();
    expect(fetch).toHaveBeenCalledTimes(1);
  },
);
