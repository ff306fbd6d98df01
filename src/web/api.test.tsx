import { useQuery } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ApiProvider, apiErrorCode, useApi } from "./api.tsx";

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
