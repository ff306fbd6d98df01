// What a step of the router draws anew, and what it leaves alone.
import { useMantineColorScheme } from "@mantine/core";
import { memo, useReducer } from "react";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { AppProviders } from "./app-providers.tsx";

test("a page that changes does not draw anew what asks for the theme", async () => {
  const draw = vi.fn<() => void>();
  const Themed = memo(() => {
    useMantineColorScheme();
    draw();
    return <p>Themed</p>;
  });
  // As the router does at every step of a move, this makes the page anew.
  function Stepping() {
    const [steps, step] = useReducer((count: number) => count + 1, 0);
    return (
      <AppProviders>
        <button type="button" onClick={step}>{`Steps: ${steps}`}</button>
        <Themed />
      </AppProviders>
    );
  }
  const screen = await render(<Stepping />);
  await expect.element(screen.getByText("Themed")).toBeVisible();
  const drawings = draw.mock.calls.length;
  await screen.getByRole("button", { name: "Steps: 0" }).click();
  await expect.element(screen.getByRole("button", { name: "Steps: 1" })).toBeVisible();
  expect(draw).toHaveBeenCalledTimes(drawings);
});
