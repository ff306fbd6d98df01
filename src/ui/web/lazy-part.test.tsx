import { MantineProvider } from "@mantine/core";
import { lazy, type ComponentType, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LazyPart } from "./lazy-part.tsx";

function Loaded() {
  return <p>Loaded</p>;
}

function page(part: ReactNode) {
  return (
    <MantineProvider env="test">
      <label>
        Note <input />
      </label>
      {part}
    </MantineProvider>
  );
}

test("a part is loaded when it is first wanted, and stays", async () => {
  const load = vi.fn<() => Promise<{ default: ComponentType }>>().mockResolvedValue({
    default: Loaded,
  });
  const Part = lazy(load);
  const partWhen = (isWanted: boolean) =>
    page(
      <LazyPart isWanted={isWanted}>
        <Part />
      </LazyPart>,
    );
  const screen = await render(partWhen(false));
  await expect.element(screen.getByText("Loaded")).not.toBeInTheDocument();
  expect(load).not.toHaveBeenCalled();
  await screen.rerender(partWhen(true));
  await expect.element(screen.getByText("Loaded")).toBeVisible();
  await screen.rerender(partWhen(false));
  await expect.element(screen.getByText("Loaded")).toBeVisible();
});

test("a part that cannot be loaded says so, and what is typed beside it stays", async () => {
  // React reports the error that this test causes on purpose.
  const reports = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Part = lazy<ComponentType>(() => Promise.reject(new TypeError("Failed to fetch")));
  const partWhen = (isWanted: boolean) =>
    page(
      <LazyPart isWanted={isWanted}>
        <Part />
      </LazyPart>,
    );
  const screen = await render(partWhen(false));
  await userEvent.type(screen.getByLabelText("Note"), "Half a sentence");
  await screen.rerender(partWhen(true));
  const message = screen.getByRole("alert");
  await expect
    .element(message.getByText("This part of the page could not be loaded"))
    .toBeVisible();
  await expect
    .element(message.getByText(/what you have typed and not saved is lost/))
    .toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect.element(screen.getByLabelText("Note")).toHaveValue("Half a sentence");
  // The user has asked for this part, so the message is brought into view.
  expect(document.activeElement?.contains(message.element())).toBe(true);
  expect(reports).toHaveBeenCalled();
});
