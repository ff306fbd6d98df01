import { expect, test, vi } from "vitest";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { CopyButton } from "./hint.tsx";

test("a failed copy shows one toast, which goes when a copy succeeds", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText");
  write.mockRejectedValue(new Error("Not allowed"));
  const { screen } = await showScreen({
    element: <CopyButton value="SF1" label="Copy number" />,
    path: "/",
    answers: {},
  });
  const button = screen.getByRole("button", { name: "Copy number" });
  const failed = "Copy failed: Could not copy to clipboard. Please copy manually.";
  await button.click();
  await expect.poll(shownToasts).toEqual([failed]);
  await button.click();
  await expect.poll(() => write.mock.calls).toHaveLength(2);
  await expect.poll(shownToasts).toEqual([failed]);
  write.mockResolvedValue();
  await button.click();
  await expect.poll(shownToasts).toEqual([]);
});
