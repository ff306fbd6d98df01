// Watches the drafts of all forms in screen tests: for what nobody typed, and for passwords and codes.
import { draftPrefix } from "#ui/web/drafts.ts";

/** The account of forms that no shell gives another one; their drafts are watched and not kept. */
export const watchedOwner = "watched-owner";

/** What a person chose on the page before, which the form takes over when it opens. */
const chosenBefore: Readonly<Record<string, readonly string[]>> = {
  "new-package": ["trackingNumber", "furtherNumbers"],
};

const inputKinds = ["pointerdown", "keydown", "input", "change", "paste", "drop"] as const;
const secretInputs = ["current-password", "new-password", "one-time-code"]
  .map((purpose) => `[autocomplete="${purpose}"]`)
  .concat('[type="password"]')
  .join();

/** Forms that were on the page when somebody did something. */
const touched = new WeakSet<HTMLFormElement>();
let faults: string[] = [];

function touchForms(): void {
  for (const form of document.forms) touched.add(form);
}

function fieldsNamed(name: string): readonly Element[] {
  return [...document.querySelectorAll(`[data-path="${CSS.escape(name)}"]`)];
}

function textsIn(draft: string | null): Readonly<Record<string, string>> {
  if (draft === null) return {};
  return (JSON.parse(draft) as { values: Readonly<Record<string, string>> }).values;
}

/** What is wrong with a draft of these fields; null if nothing is. */
function faultOf(draft: string, names: readonly string[]): string | null {
  const secret = names.find((name) =>
    fieldsNamed(name).some((field) => field.matches(secretInputs)),
  );
  if (secret !== undefined) return `The draft ${draft} keeps the secret ${secret}.`;
  const unexplained = names.filter((name) => !chosenBefore[draft]?.includes(name));
  if (unexplained.length === 0) return null;
  const forms = unexplained
    .flatMap(fieldsNamed)
    .map((field) => field.closest("form"))
    .filter((form) => form !== null);
  const own = forms.length === 0 ? [...document.forms] : forms;
  // Without a form, a test has written the draft.
  if (own.length === 0 || own.some((form) => touched.has(form))) return null;
  return `The draft ${draft} keeps ${unexplained.join(", ")} although nobody typed anything.`;
}

for (const kind of inputKinds) document.addEventListener(kind, touchForms, { capture: true });

const setItem = Storage.prototype.setItem;
Storage.prototype.setItem = function watchedSetItem(this: Storage, key: string, text: string) {
  if (!key.startsWith(draftPrefix)) return setItem.call(this, key, text);
  const [owner = "", ...name] = key.slice(draftPrefix.length).split(":");
  // A form that has been restored keeps its draft again, also one that its tab alone has kept.
  const kept = { ...textsIn(this.getItem(key)), ...textsIn(sessionStorage.getItem(key)) };
  const added = Object.entries(textsIn(text)).filter(([field, typed]) => kept[field] !== typed);
  const fault = faultOf(
    name.join(":"),
    added.map(([field]) => field),
  );
  if (fault !== null) faults.push(fault);
  if (owner !== watchedOwner) setItem.call(this, key, text);
};

/** What was wrong with the drafts since the last call. */
export function takeDraftFaults(): readonly string[] {
  const taken = [...new Set(faults)];
  faults = [];
  return taken;
}
