import { MantineProvider } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { laterPart, LazyPart, lazyPart } from "./lazy-part.tsx";

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
  const load = vi.fn<() => Promise<ComponentType>>().mockResolvedValue(Loaded);
  const Part = lazyPart(load);
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

test("a part that cannot be loaded says so and can be loaded again, and what is typed beside it stays", async () => {
  // React reports the error that this test causes on purpose.
  const reports = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<ComponentType>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValue(Loaded);
  const Part = laterPart(load);
  const partWhen = (isWanted: boolean) => page(<Part isWanted={isWanted} />);
  const screen = await render(partWhen(false));
  await userEvent.type(screen.getByLabelText("Note"), "Half a sentence");
  await screen.rerender(partWhen(true));
  const message = screen.getByRole("alert");
  await expect
    .element(message.getByText("This part of the page could not be loaded"))
    .toBeVisible();
  await expect.element(message.getByText(/what you have typed stays/)).toBeVisible();
  // The user has asked for this part, so the message is brought into view.
  expect(document.activeElement?.contains(message.element())).toBe(true);
  expect(reports).toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await expect.element(screen.getByText("Loaded")).toBeVisible();
  await expect.element(message).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText("Note")).toHaveValue("Half a sentence");
  expect(load).toHaveBeenCalledTimes(2);
});

test("a part that cannot be loaded again either needs the whole page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Part = lazyPart(() => Promise.reject<ComponentType>(new TypeError("Failed to fetch")));
  const screen = await render(
    page(
      <LazyPart>
        <Part />
      </LazyPart>,
    ),
  );
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await expect.element(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect.element(screen.getByText(/what you have typed and not saved is lost/)).toBeVisible();
});
