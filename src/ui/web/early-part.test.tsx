import { expect, test, vi } from "vitest";
import { expectConsoleError } from "#test/fail-on-console-error.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { earlyPart } from "./early-part.tsx";
import { LazyPart } from "./lazy-part.tsx";

function Greeting(props: { name: string }) {
  return <p>Hello {props.name}</p>;
}

test("a part that is loaded by then is drawn with its page", async () => {
  const Part = earlyPart(async () => Greeting);
  await Promise.resolve();
  const onFallback = vi.fn<() => void>();
  const Fallback = () => {
    onFallback();
    return <p>Loading</p>;
  };
  const element = (
    <LazyPart fallback={<Fallback />}>
      <Part name="Mei" />
    </LazyPart>
  );
  const { screen } = await showScreen({ element, path: "/", answers: {} });
  await expect.element(screen.getByText("Hello Mei")).toBeVisible();
  expect(onFallback).not.toHaveBeenCalled();
});

test("a part that loads longer is drawn after the rest, and one that cannot be loaded says so", async () => {
  expectConsoleError(/Failed to fetch/);
  const loaded = Promise.withResolvers<typeof Greeting>();
  const Part = earlyPart(() => loaded.promise);
  const Missing = earlyPart<object>(() => Promise.reject(new TypeError("Failed to fetch")));
  const element = (
    <>
      <LazyPart fallback={<p>Loading</p>}>
        <Part name="Mei" />
      </LazyPart>
      <LazyPart>
        <Missing />
      </LazyPart>
    </>
  );
  const { screen } = await showScreen({ element, path: "/", answers: {} });
  await expect.element(screen.getByText("Loading")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  loaded.resolve(Greeting);
  await expect.element(screen.getByText("Hello Mei")).toBeVisible();
});
