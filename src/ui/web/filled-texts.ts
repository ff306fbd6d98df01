/** Stands for input that the browser does not reveal because it is not a number; no parser accepts it. */
const unreadable = "?";

/** The text of an input; a text that no parser accepts where a number input holds something else. */
export function readInputText(input: HTMLInputElement | HTMLTextAreaElement): string {
  return input.validity.badInput ? unreadable : input.value;
}

/** Inputs whose value is not their text. */
const otherInputs = ["checkbox", "radio", "file", "hidden"];

/** Whether something other than the user and the application has written into the input. */
function isFilled(input: HTMLInputElement | HTMLTextAreaElement): boolean {
  // React keeps the attribute `value` as it renders the input, except of a number that is being typed.
  return input.type === "number" || input.value !== input.defaultValue;
}

/**
 * The texts that stand in the fields of a form and not in its `values`, by name: password managers and extensions of the
 * browser write into inputs without an event. Selects read their own.
 */
export function readFilledTexts(
  form: HTMLFormElement | null,
  values: Readonly<Record<string, string>>,
): readonly (readonly [name: string, text: string])[] {
  const inputs = form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input[data-path], textarea[data-path]",
  );
  return [...(inputs ?? [])].flatMap((input) => {
    const { path = "" } = input.dataset;
    const isText =
      !otherInputs.includes(input.type) &&
      !input.readOnly &&
      !input.disabled &&
      input.getAttribute("aria-haspopup") !== "listbox";
    const text = readInputText(input);
    return isText && path in values && text !== values[path] && isFilled(input)
      ? [[path, text] as const]
      : [];
  });
}
