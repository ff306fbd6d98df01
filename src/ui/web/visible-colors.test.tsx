import {
  Chip,
  PasswordInput,
  Radio,
  Select,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from "@mantine/core";
import { expect, test } from "vitest";
import { withForcedColors } from "#test/screen/forced-colors.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { parcelUnderWay } from "#test/screen/users.ts";
import { LegTrack } from "#goods/web/packages/package-cells.tsx";
import { PlanCards } from "#money/web/plans/plan-cards.tsx";

/** Red, green and blue of a computed colour, 0 to 255. */
function channels(color: string): number[] {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("There is no canvas.");
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of WCAG between two colours. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const fields = (
  <>
    <TextInput label="Text" />
    <Textarea label="Long text" />
    <PasswordInput label="Password" />
    <Select label="Choice" data={["One"]} />
    <Radio label="Option" />
    <Chip variant="outline">Amount</Chip>
    <Switch label="Switch" />
  </>
);

test.each(["light", "dark"] as const)(
  "in %s the border of every field has 3:1 against both backgrounds",
  async (colorScheme) => {
    await showScreen({ element: fields, path: "/", answers: {}, colorScheme });
    const root = getComputedStyle(document.documentElement);
    const boxes = document.querySelectorAll(
      ".mantine-Input-input, .mantine-Radio-radio, .mantine-Chip-label",
    );
    expect(boxes).toHaveLength(6);
    const borders = [...boxes].map((box) => getComputedStyle(box).borderTopColor);
    const track = document.querySelector(".mantine-Switch-track");
    if (track === null) throw new Error("There is no switch.");
    const shadow = getComputedStyle(track).boxShadow.replace(/ 0px.*$/, "");
    for (const border of [...borders, shadow]) {
      for (const surface of ["--canvas", "--surface"]) {
        const ratio = contrast(border, resolved(root.getPropertyValue(surface)));
        expect(ratio, `${border} on ${surface}`).toBeGreaterThanOrEqual(3);
      }
    }
  },
);

/** The colour as the browser computes it. */
function resolved(color: string): string {
  const probe = document.createElement("i");
  probe.style.color = color;
  document.body.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  return computed;
}

const marks = (
  <>
    <PlanCards current={null} chosen="Super" onChoose={() => undefined} />
    <Tabs value="one">
      <Tabs.List>
        <Tabs.Tab value="one">One</Tabs.Tab>
        <Tabs.Tab value="two">Two</Tabs.Tab>
      </Tabs.List>
    </Tabs>
    <LegTrack legs={parcelUnderWay.legs} />
  </>
);

test("with forced colours the chosen plan, the active tab and the bars of the legs differ", async () => {
  const { screen } = await showScreen({ element: marks, path: "/", answers: {} });
  await withForcedColors(async () => {
    expect(matchMedia("(forced-colors: active)").matches).toBe(true);
    const outlines = screen
      .getByRole("radio")
      .elements()
      .map((radio) => getComputedStyle(radio.parentElement ?? radio).outlineStyle);
    expect(outlines.filter((style) => style === "solid")).toHaveLength(1);
    const checks = screen
      .getByRole("radio")
      .elements()
      .flatMap((radio) => [...(radio.parentElement?.querySelectorAll("svg") ?? [])].slice(0, 1));
    const shown = checks.filter((check) => check.checkVisibility({ visibilityProperty: true }));
    expect([checks.length, shown.length]).toEqual([3, 1]);
    const [active, other] = screen.getByRole("tab").elements();
    if (!active || !other) throw new Error("There are no tabs.");
    const borderOf = (tab: Element) => getComputedStyle(tab).borderBottomColor;
    expect(borderOf(active)).not.toBe(borderOf(other));
    const bars = [...document.querySelectorAll("li[data-status]")].map((bar) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(bar);
      return `${backgroundColor} ${backgroundImage}`;
    });
    expect(new Set(bars).size).toBe(3);
  });
});
