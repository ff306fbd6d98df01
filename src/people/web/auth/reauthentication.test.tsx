import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { isReauthenticationRequired, useReauthentication } from "./reauthentication.tsx";

type Confirm = NonNullable<NonNullable<FakeAnswers["auth"]>["confirmPassword"]>;

function ProtectedAction(props: { run: () => Promise<string> }) {
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const [outcome, setOutcome] = useState("not started");
  const start = async () => {
    try {
      setOutcome(await withReauthentication(props.run));
    } catch (error) {
      setOutcome(isReauthenticationRequired(error) ? "canceled" : "failed");
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
    element: <ProtectedAction run={run} />,
    path: "/",
    answers: { auth: { confirmPassword } },
  });
  await screen.getByRole("button", { name: "Go" }).click();
  return { screen, reauthentication: page.getByRole("dialog", { name: "Confirm it's you" }) };
}

const accepted: Confirm = async () => ({ reauthenticatedUntil: "2031-04-02T08:45:00.000Z" });

test("the password is not requested while the reauthentication is valid", async () => {
  const { screen, reauthentication } = await start(async () => "done", accepted);
  await expect.element(screen.getByText("done")).toBeVisible();
  expect(reauthentication.elements()).toHaveLength(0);
});

test("the action runs again after the password is entered", async () => {
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
  await password.fill("correct-password");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("done")).toBeVisible();
  await expect.element(reauthentication).not.toBeInTheDocument();
  expect(confirmPassword.mock.calls.map(([input]) => input)).toEqual([
    { password: "correct-password" },
  ]);
  expect(run).toHaveBeenCalledTimes(2);
});

test.each([
  { error: rejected("wrong_password"), message: "This password is not correct." },
  {
    error: rejected("too_many_requests"),
    message: "Too many attempts. Please wait and try again.",
  },
  {
    error: new TypeError("Failed to fetch"),
    message: "Your password could not be checked. Please try again.",
  },
])("'$message' is shown in the dialog, which keeps the password", async ({ error, message }) => {
  const run = () => Promise.reject(rejected("reauthentication_required"));
  const { reauthentication } = await start(run, () => Promise.reject(error));
  await reauthentication.getByLabelText("Password", { exact: true }).fill("wrong-password");
  await reauthentication.getByRole("button", { name: "Confirm" }).click();
  await expect.element(reauthentication.getByText(message)).toBeVisible();
  await expect
    .element(reauthentication.getByLabelText("Password", { exact: true }))
    .toHaveValue("wrong-password");
  await expectAccessible();
});

test("a click beside the dialog, such as the second of a double click, keeps it and the password", async () => {
  const run = () => Promise.reject(rejected("reauthentication_required"));
  const { reauthentication } = await start(run, accepted);
  const password = reauthentication.getByLabelText("Password", { exact: true });
  await password.fill("correct-password");
  const overlay = document.querySelector(".mantine-Modal-overlay");
  if (overlay === null) throw new Error("There is no dialog.");
  await userEvent.click(overlay, { position: { x: 5, y: 5 } });
  await expect.element(password).toHaveValue("correct-password");
});

test("canceling does not run the action", async () => {
  const run = vi
    .fn<() => Promise<string>>()
    .mockRejectedValue(rejected("reauthentication_required"));
  const { screen, reauthentication } = await start(run, accepted);
  await reauthentication.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByText("canceled")).toBeVisible();
  expect(run).toHaveBeenCalledTimes(1);
});
