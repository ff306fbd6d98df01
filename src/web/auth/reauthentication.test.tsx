// What is asked of somebody whose proof is old, and what becomes of what they wanted.
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import { isReauthenticationRequired, useReauthentication } from "./reauthentication.tsx";

type Confirm = NonNullable<NonNullable<FakeAnswers["auth"]>["confirmPassword"]>;

function Mode(props: { run: () => Promise<string> }) {
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const [outcome, setOutcome] = useState("nothing yet");
  const start = async () => {
    try {
      setOutcome(await withReauthentication(props.run));
    } catch (error) {
      setOutcome(isReauthenticationRequired(error) ? "not wanted" : "failed");
    }
  };
  return (
    <>
      <button type="button" onClick={() => void start()}>
        Go
      </button>
      <p role="status">{outcome}</p>
      {reauthenticationDialog}
    </>
  );
}

async function start(run: () => Promise<string>, confirmPassword: Confirm) {
  const { screen } = await showScreen({
    element: <Mode run={run} />,
    path: "/",
    answers: { auth: { confirmPassword } },
  });
  await screen.getByRole("button", { name: "Go" }).click();
  return { screen, reauthentication: page.getByRole("dialog", { name: "Confirm it's you" }) };
}

const accepted: Confirm = async () => ({ reauthenticatedUntil: "2031-04-02T08:45:00.000Z" });

test("nothing is asked while the proof is fresh", async () => {
  const { screen, reauthentication } = await start(async () => "done", accepted);
  await expect.element(screen.getByText("done")).toBeVisible();
  expect(reauthentication.elements()).toHaveLength(0);
});

test("with the password given, what was wanted runs again", async () => {
  const run = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(rejected("reauthentication_required"))
    .mockResolvedValueOnce("done");
  const confirmPassword = vi.fn<Confirm>(accepted);
  const { screen, reauthentication } = await start(run, confirmPassword);
  const password = reauthentication.getByLabelText("Password", { exact: true });
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAttribute("autocomplete", "current-password");
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await expect.element(reauthentication.getByText("Please enter your password.")).toBeVisible();
  await password.fill("calm harbour");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("done")).toBeVisible();
  await expect.element(reauthentication).not.toBeInTheDocument();
  expect(confirmPassword.mock.calls.map(([input]) => input)).toEqual([
    { password: "calm harbour" },
  ]);
  expect(run).toHaveBeenCalledTimes(2);
});

test.each([
  { error: rejected("wrong_password"), notified: "This password is not correct." },
  {
    error: rejected("too_many_requests"),
    notified: "Too many attempts. Please wait and try again.",
  },
  {
    error: new TypeError("Failed to fetch"),
    notified: "Your password could not be checked. Please try again.",
  },
])("'$told' is said in the dialog, which keeps the password", async ({ error, notified }) => {
  const run = () => Promise.reject(rejected("reauthentication_required"));
  const { reauthentication } = await start(run, () => Promise.reject(error));
  await reauthentication.getByLabelText("Password", { exact: true }).fill("wrong tide");
  await reauthentication.getByRole("button", { name: "Confirm" }).click();
  await expect.element(reauthentication.getByText(notified)).toBeVisible();
  await expect
    .element(reauthentication.getByLabelText("Password", { exact: true }))
    .toHaveValue("wrong tide");
  await expectAccessible();
});

test("who cancels has not done it", async () => {
  const run = vi
    .fn<() => Promise<string>>()
    .mockRejectedValue(rejected("reauthentication_required"));
  const { screen, reauthentication } = await start(run, accepted);
  await reauthentication.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByText("not wanted")).toBeVisible();
  expect(run).toHaveBeenCalledTimes(1);
});
