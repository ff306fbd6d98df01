// What is asked of somebody whose proof is old, and what becomes of what they wanted.
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { refused, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import { isProofMissing, useFreshProof } from "./fresh-proof.tsx";

type Confirm = NonNullable<NonNullable<FakeAnswers["people"]>["confirmPassword"]>;

function Errand(props: { run: () => Promise<string> }) {
  const { withProof, proofDialog } = useFreshProof();
  const [outcome, setOutcome] = useState("nothing yet");
  const start = async () => {
    try {
      setOutcome(await withProof(props.run));
    } catch (error) {
      setOutcome(isProofMissing(error) ? "not wanted" : "failed");
    }
  };
  return (
    <>
      <button type="button" onClick={() => void start()}>
        Go
      </button>
      <p role="status">{outcome}</p>
      {proofDialog}
    </>
  );
}

async function start(run: () => Promise<string>, confirmPassword: Confirm) {
  const { screen } = await showScreen({
    element: <Errand run={run} />,
    path: "/",
    answers: { people: { confirmPassword } },
  });
  await screen.getByRole("button", { name: "Go" }).click();
  return { screen, proof: page.getByRole("dialog", { name: "Confirm it's you" }) };
}

const accepted: Confirm = async () => ({ provedUntil: "2031-04-02T08:45:00.000Z" });

test("nothing is asked while the proof is fresh", async () => {
  const { screen, proof } = await start(async () => "done", accepted);
  await expect.element(screen.getByText("done")).toBeVisible();
  expect(proof.elements()).toHaveLength(0);
});

test("with the password given, what was wanted runs again", async () => {
  const run = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(refused("fresh_proof_required"))
    .mockResolvedValueOnce("done");
  const confirmPassword = vi.fn<Confirm>(accepted);
  const { screen, proof } = await start(run, confirmPassword);
  const password = proof.getByLabelText("Password", { exact: true });
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAttribute("autocomplete", "current-password");
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await expect.element(proof.getByText("Please enter your password.")).toBeVisible();
  await password.fill("calm harbour");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("done")).toBeVisible();
  await expect.element(proof).not.toBeInTheDocument();
  expect(confirmPassword.mock.calls.map(([input]) => input)).toEqual([
    { password: "calm harbour" },
  ]);
  expect(run).toHaveBeenCalledTimes(2);
});

test.each([
  { error: refused("wrong_password"), told: "This password is not right." },
  {
    error: refused("too_many_requests"),
    told: "Too many attempts. Please wait and try again.",
  },
  {
    error: new TypeError("Failed to fetch"),
    told: "Your password could not be checked. Please try again.",
  },
])("'$told' is said in the dialog, which keeps the password", async ({ error, told }) => {
  const run = () => Promise.reject(refused("fresh_proof_required"));
  const { proof } = await start(run, () => Promise.reject(error));
  await proof.getByLabelText("Password", { exact: true }).fill("wrong tide");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect.element(proof.getByText(told)).toBeVisible();
  await expect.element(proof.getByLabelText("Password", { exact: true })).toHaveValue("wrong tide");
  await expectAccessible();
});

test("who cancels has not done it", async () => {
  const run = vi.fn<() => Promise<string>>().mockRejectedValue(refused("fresh_proof_required"));
  const { screen, proof } = await start(run, accepted);
  await proof.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByText("not wanted")).toBeVisible();
  expect(run).toHaveBeenCalledTimes(1);
});
