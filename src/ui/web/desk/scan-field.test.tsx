import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { showScreen } from "#test/screen/show-screen.tsx";
import { ScanField } from "./scan-field.tsx";

async function showField() {
  const lines: string[] = [];
  await showScreen({
    element: (
      <>
        <ScanField label="Scan" description="" onLine={(text) => lines.push(text)} />
        <button type="button">Next</button>
      </>
    ),
    path: "/",
    answers: {},
  });
  const field = page.getByLabelText("Scan");
  // Effects, which listen and set the focus, run after the first render.
  await expect.element(field).toHaveFocus();
  return { lines, field, next: page.getByRole("button", { name: "Next" }) };
}

/** As a scanner sends a key: at once, with what the browser does by itself. */
function press(key: string, isControl = false): void {
  const input = document.activeElement;
  const event = new KeyboardEvent("keydown", {
    key,
    ctrlKey: isControl,
    bubbles: true,
    cancelable: true,
  });
  input?.dispatchEvent(event);
}

function type(text: string): void {
  const input = document.activeElement as HTMLInputElement;
  input.setRangeText(text, input.value.length, input.value.length, "end");
}

const ends = {
  CR: () => press("Enter"),
  Tab: () => press("Tab"),
  LF: () => press("j", true),
  "CR as a character": () => press("m", true),
  "CR LF": () => (press("Enter"), press("j", true)),
  "CR CR": () => (press("Enter"), press("Enter")),
  "CR Tab": () => (press("Enter"), press("Tab")),
  "Tab CR": () => (press("Tab"), press("Enter")),
  "Tab Tab": () => (press("Tab"), press("Tab")),
  "LF CR": () => (press("j", true), press("Enter")),
};

test.each(Object.entries(ends))(
  "%s ends a scan, and a second scan is another",
  async (_name, end) => {
    const { lines, field } = await showField();
    for (const number of ["SF1234567890123", "YT8812345678901"]) {
      type(number);
      end();
    }
    expect(lines).toEqual(["SF1234567890123", "YT8812345678901"]);
    await expect.element(field).toHaveValue("");
    await expect.element(field).toHaveFocus();
  },
);

test.each(["\r", "\n", "\t", "\r\n", "\n\r", "\t\r\n"])(
  "%j within what is inserted at once ends a scan",
  async (end) => {
    const { lines, field } = await showField();
    const data = `SF1234567890123${end}YT8812345678901${end}JT30`;
    const input = document.activeElement;
    const event = new InputEvent("beforeinput", {
      data,
      inputType: "insertText",
      bubbles: true,
      cancelable: true,
    });
    expect(input?.dispatchEvent(event)).toBe(false);
    expect(lines).toEqual(["SF1234567890123", "YT8812345678901"]);
    await expect.element(field).toHaveValue("JT30");
  },
);

test("Enter alone is a line, also after a pause, and Tab leaves the empty field", async () => {
  const { lines, field, next } = await showField();
  type("1.25");
  press("Enter");
  press("Enter");
  type("SF1234567890123");
  press("Enter");
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  await userEvent.keyboard("{Enter}");
  expect(lines).toEqual(["1.25", "", "SF1234567890123", ""]);
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  await userEvent.keyboard("{Tab}");
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.element(field).toHaveFocus();
});
