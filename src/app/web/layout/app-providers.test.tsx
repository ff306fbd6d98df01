import { useMantineColorScheme } from "@mantine/core";
import { memo, useReducer } from "react";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { AppProviders } from "./app-providers.tsx";

test("a page change does not rerender components that use the theme", async () => {
  const onRender = vi.fn<() => void>();
  const Themed = memo(() => {
    useMantineColorScheme();
    onRender();
    return <p>Themed</p>;
  });
  // Like the router at every step of a navigation, this renders the page again.
  function Rerendering() {
    const [steps, step] = useReducer((count: number) => count + 1, 0);
    return (
      <AppProviders>
        <button type="button" onClick={step}>{`Steps: ${steps}`}</button>
        <Themed />
      </AppProviders>
    );
  }
  const screen = await render(<Rerendering />);
  await expect.element(screen.getByText("Themed")).toBeVisible();
  const renders = onRender.mock.calls.length;
  await screen.getByRole("button", { name: "Steps: 0" }).click();
  await expect.element(screen.getByRole("button", { name: "Steps: 1" })).toBeVisible();
  expect(onRender).toHaveBeenCalledTimes(renders);
});

test("the document has the palettes that screens use, and no other", async () => {
  const screen = await render(<AppProviders>{null}</AppProviders>);
  const written = () =>
    [...document.querySelectorAll("style[data-mantine-styles]")]
      .map(({ textContent }) => textContent)
      .join("");
  await expect.poll(written).toContain("--mantine-color-sea-7");
  expect(written()).not.toMatch(/(?:pink|grape|violet|indigo|blue|cyan|teal|lime)-/);
  await screen.unmount();
});
