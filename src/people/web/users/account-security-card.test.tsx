import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { OpenSession } from "#people/contract/auth.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { AccountSecurityCard } from "./account-security-card.tsx";

type AuthAnswers = NonNullable<FakeAnswers["auth"]>;

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const backupCodes = Array.from({ length: 10 }, (_, number) => `k3xw${number}-9qpra`);

/** Shows the card; the fake server stores whether two-factor is enabled, initially `isEnabled`. */
async function show(options: { isEnabled?: boolean; auth?: AuthAnswers } = {}) {
  let isEnabled = options.isEnabled ?? false;
  const { screen } = await showScreen({
    element: <AccountSecurityCard />,
    path: "/",
    answers: {
      auth: {
        readTwoFactor: async () => ({
          isEnabled,
          enabledAt: isEnabled ? "2031-04-02T08:30:00.000Z" : null,
          backupCodesLeft: isEnabled ? 10 : 0,
        }),
        startTwoFactor: async () => ({
          secret,
          otpauthUri: `otpauth://totp/Sampan:mei.tan%40example.com?secret=${secret}&issuer=Sampan`,
        }),
        confirmTwoFactor: async ({ code }) => {
          if (code !== "123456") throw rejected("wrong_code");
          isEnabled = true;
          return { backupCodes };
        },
        disableTwoFactor: async ({ password }) => {
          if (password !== "correct-password") throw rejected("wrong_password");
          isEnabled = false;
          return {};
        },
        ...options.auth,
      },
    },
  });
  return screen;
}

describe("two-factor", () => {
  test("is enabled with a code of the app, and its backup codes are shown once", async () => {
    const screen = await show();
    await screen.getByRole("button", { name: "Enable", exact: true }).click();
    const connectDialog = page.getByRole("dialog", { name: "Enable two-factor authentication" });
    await expect
      .element(connectDialog.getByRole("img", { name: "QR code for your authenticator app" }))
      .toBeVisible();
    await expect
      .element(connectDialog.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP"))
      .toBeVisible();
    await expect.element(connectDialog.getByRole("button", { name: "Copy secret" })).toBeVisible();
    await expectAccessible();
    const code = connectDialog.getByLabelText("Verification code");
    await expect.element(code).toHaveFocus();
    await code.fill("12345");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Invalid code")).toBeVisible();
    await code.fill("654321");
    await userEvent.keyboard("{Enter}");
    await expect.element(connectDialog.getByText(/^This code is not correct/)).toBeVisible();
    await code.fill("123456");
    await userEvent.keyboard("{Enter}");
    const codesDialog = page.getByRole("dialog", { name: "Your backup codes" });
    await expect
      .element(codesDialog.getByText("Two-factor authentication is enabled."))
      .toBeVisible();
    for (const backupCode of backupCodes) {
      await expect.element(codesDialog.getByText(backupCode)).toBeVisible();
    }
    await expectAccessible();
    await codesDialog.getByRole("button", { name: "I have saved my codes" }).click();
    await expect.element(codesDialog).not.toBeInTheDocument();
    await expect.element(screen.getByRole("button", { name: "Enabled" })).toBeDisabled();
    await expect.element(screen.getByText(/10 backup codes are left/)).toBeVisible();
  });

  test("requires reauthentication when the last one has expired", async () => {
    let isReauthenticated = false;
    const screen = await show({
      auth: {
        startTwoFactor: async () => {
          if (!isReauthenticated) throw rejected("reauthentication_required");
          return { secret, otpauthUri: `otpauth://totp/Sampan?secret=${secret}` };
        },
        confirmPassword: async () => {
          isReauthenticated = true;
          return { reauthenticatedUntil: "2031-04-02T08:45:00.000Z" };
        },
      },
    });
    await screen.getByRole("button", { name: "Enable", exact: true }).click();
    const reauthentication = page.getByRole("dialog", { name: "Confirm it's you" });
    await reauthentication.getByLabelText("Password", { exact: true }).fill("correct-password");
    await userEvent.keyboard("{Enter}");
    await expect
      .element(page.getByRole("dialog", { name: "Enable two-factor authentication" }))
      .toBeVisible();
  });

  test("is turned off with the password", async () => {
    const screen = await show({ isEnabled: true });
    await expect.element(screen.getByRole("button", { name: "Enabled" })).toBeDisabled();
    await screen.getByRole("button", { name: "Turn off" }).click();
    const dialog = page.getByRole("dialog", { name: "Turn off two-factor authentication" });
    const password = dialog.getByLabelText("Password", { exact: true });
    await password.fill("wrong-password");
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog.getByText("This password is not correct.")).toBeVisible();
    await expectAccessible();
    await password.fill("correct-password");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Two-factor authentication turned off")).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Enable", exact: true })).toBeEnabled();
  });

  test("can replace the backup codes", async () => {
    const screen = await show({
      isEnabled: true,
      auth: { renewBackupCodes: async () => ({ backupCodes }) },
    });
    await screen.getByRole("button", { name: "New backup codes" }).click();
    const codesDialog = page.getByRole("dialog", { name: "Your backup codes" });
    await expect
      .element(codesDialog.getByText("Your previous codes no longer work."))
      .toBeVisible();
    await expect.element(codesDialog.getByText(backupCodes[0] ?? "")).toBeVisible();
  });

  test("can be loaded again after an error", async () => {
    let isAvailable = false;
    const screen = await show({
      auth: {
        readTwoFactor: async () => {
          if (!isAvailable) throw rejected("forbidden");
          return { isEnabled: false, enabledAt: null, backupCodesLeft: 0 };
        },
      },
    });
    await expect
      .element(screen.getByText("Two-factor authentication could not be loaded"))
      .toBeVisible();
    isAvailable = true;
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByRole("button", { name: "Enable", exact: true })).toBeVisible();
  });
});

const currentSession: OpenSession = {
  id: "00000000-0000-4000-8000-000000000401",
  device: "Mac",
  browser: "Firefox 128",
  ipAddress: "203.0.113.7",
  createdAt: "2031-04-02T08:30:00.000Z",
  lastActiveAt: "2031-04-02T09:30:00.000Z",
  isCurrent: true,
};
const phoneSession: OpenSession = {
  ...currentSession,
  id: "00000000-0000-4000-8000-000000000402",
  device: "iPhone",
  browser: "Safari 17",
  ipAddress: null,
  isCurrent: false,
};
const pcSession: OpenSession = {
  ...phoneSession,
  id: "00000000-0000-4000-8000-000000000403",
  device: "PC",
};

describe("View Sessions", () => {
  async function showSessions(auth: AuthAnswers = {}) {
    let items = [currentSession, phoneSession, pcSession];
    const endSession = vi.fn<NonNullable<AuthAnswers["endSession"]>>(async ({ sessionId }) => {
      items = items.filter(({ id }) => id !== sessionId);
      return {};
    });
    const screen = await show({
      auth: {
        listSessions: async () => ({ items }),
        endSession,
        endOtherSessions: async () => {
          const endedCount = items.length - 1;
          items = [currentSession];
          return { endedCount };
        },
        ...auth,
      },
    });
    await screen.getByRole("button", { name: "View Sessions" }).click();
    const dialog = page.getByRole("dialog", { name: "Your sessions" });
    await expect
      .element(dialog.getByText("Sessions expire after 30 days of inactivity."))
      .toBeVisible();
    return { dialog, endSession };
  }

  test("lists the sessions, marks the current one, and ends another", async () => {
    const { dialog, endSession } = await showSessions();
    const rows = dialog.getByRole("listitem");
    await expect.element(rows.nth(0).getByText("Firefox 128 on Mac")).toBeVisible();
    await expect.element(rows.nth(0).getByText(/203\.0\.113\.7 · last active/)).toBeVisible();
    await expect.element(rows.nth(0).getByText("This session")).toBeVisible();
    expect(rows.nth(0).getByRole("button").elements()).toHaveLength(0);
    await expectAccessible();
    await dialog.getByRole("button", { name: "End session: Safari 17 on iPhone" }).click();
    await expect.element(page.getByText("Session ended")).toBeVisible();
    await expect.element(dialog.getByText("Safari 17 on iPhone")).not.toBeInTheDocument();
    expect(endSession.mock.calls.map(([input]) => input)).toEqual([{ sessionId: phoneSession.id }]);
  });

  test("ends all other sessions", async () => {
    const { dialog } = await showSessions();
    await dialog.getByRole("button", { name: "End all other sessions" }).click();
    await expect.element(page.getByText("2 sessions ended")).toBeVisible();
    await expect.element(dialog.getByText("You are not signed in anywhere else.")).toBeVisible();
    await expect.element(dialog.getByRole("list", { name: "Sessions" })).toHaveFocus();
  });

  test("requires reauthentication when the last one has expired, and stays open when it is canceled", async () => {
    const { dialog } = await showSessions({
      endOtherSessions: () => Promise.reject(rejected("reauthentication_required")),
    });
    await dialog.getByRole("button", { name: "End all other sessions" }).click();
    const reauthentication = page.getByRole("dialog", { name: "Confirm it's you" });
    await expect
      .element(reauthentication.getByLabelText("Password", { exact: true }))
      .toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(reauthentication).not.toBeInTheDocument();
    await expect.element(dialog.getByText("Safari 17 on iPhone")).toBeVisible();
  });

  test("shows an error when a session could not be ended", async () => {
    const { dialog } = await showSessions({
      endSession: () => Promise.reject(new TypeError("Failed to fetch")),
    });
    await dialog.getByRole("button", { name: "End session: Safari 17 on PC" }).click();
    await expect
      .element(page.getByText("The session could not be ended. Please try again."))
      .toBeVisible();
  });
});
