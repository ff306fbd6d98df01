import { MantineProvider } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProvider, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#app/web/api.ts";
import { OwnReason } from "./own-reason.tsx";

const packageId = "5d9c0c1e-55f5-4f0e-9d0a-9d0a5d9c0c1e";
const refused = "This is yours: a colleague does it.";

function TakeOver() {
  const taking = useMutation(useApi().packages.deletePackage.mutationOptions());
  return (
    <>
      <button type="button" onClick={() => taking.mutate({ packageId })}>
        Delete
      </button>
      <p role="status">
        {taking.isError ? apiErrorMessage(taking.error, "Failed") : taking.status}
      </p>
    </>
  );
}

/** Sends as a desk does that sends what it has kept. */
function Queue() {
  const client = useApiClient();
  const sending = useMutation({
    mutationFn: () => client.packages.deletePackage({ packageId }, { context: { userId: "mei" } }),
  });
  return (
    <>
      <button type="button" onClick={() => sending.mutate()}>
        Send
      </button>
      <p role="status">
        {sending.isError ? apiErrorMessage(sending.error, "Failed") : sending.status}
      </p>
    </>
  );
}

/** Refuses what has no reason, as one's own that an admin alone may change. */
async function show(element: ReactNode, data: object = { mayGiveReason: true }) {
  const reasons: (string | null)[] = [];
  const send = window.fetch;
  const fetch = vi.spyOn(window, "fetch").mockImplementation(async (request, init) => {
    if (!(request instanceof Request && request.url.includes("/api/rpc/"))) {
      return await send(request, init);
    }
    const reason = request.headers.get("own-reason");
    reasons.push(reason);
    if (reason !== null) return Response.json({ json: {} });
    const json = { defined: true, code: "own_account", status: 403, message: refused, data };
    return Response.json({ json }, { status: 403 });
  });
  onTestFinished(() => fetch.mockRestore());
  const screen = await render(
    <MantineProvider env="test">
      <ApiProvider>
        {element}
        <OwnReason />
      </ApiProvider>
    </MantineProvider>,
  );
  return { screen, reasons, dialog: page.getByRole("dialog", { name: "This is yours" }) };
}

test("with a reason the request is sent again", async () => {
  const { screen, reasons, dialog } = await show(<TakeOver />);
  await screen.getByRole("button", { name: "Delete" }).click();
  await expect.element(dialog.getByRole("button", { name: "Do it myself" })).toBeVisible();
  await dialog.getByRole("textbox").fill("今天只有我", { timeout: 3000 });
  await dialog.getByRole("button", { name: "Do it myself" }).click({ timeout: 3000 });
  await expect.element(screen.getByText("success")).toBeVisible();
  expect(reasons).toEqual([null, encodeURIComponent("今天只有我")]);
});

test("without a reason it stays refused", async () => {
  const { screen, reasons, dialog } = await show(<TakeOver />);
  await screen.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByText(refused)).toBeVisible();
  expect(reasons).toEqual([null]);
});

test("nobody is asked while a colleague can do it", async () => {
  const { screen, dialog } = await show(<TakeOver />, {});
  await screen.getByRole("button", { name: "Delete" }).click();
  await expect.element(screen.getByText(refused)).toBeVisible();
  expect(dialog.elements()).toHaveLength(0);
});

test("nobody is asked about what a desk sends by itself", async () => {
  const { screen, dialog } = await show(<Queue />);
  await screen.getByRole("button", { name: "Send" }).click();
  await expect.element(screen.getByText(refused)).toBeVisible();
  expect(dialog.elements()).toHaveLength(0);
});
