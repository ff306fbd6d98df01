// What somebody has typed into a form and not yet sent, stored in the browser for each account.
import { brandSlug } from "#platform/rules/brand.ts";
import { readStoredJson, removeStored, storedKeys, writeStored, readStored } from "./storage.ts";

/** All drafts of the browser have keys that start with it. */
export const draftPrefix = `${brandSlug}-draft:`;

const maxAgeMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** That of all tabs, and that of this one, for what stood in it when another tab signed out. */
const areas = ["local", "session"] as const;

/** In characters. A longer text is not stored, since a form is stored again with each key that is pressed. */
export const longestStoredText = 200_000;

type Texts = Readonly<Record<string, string>>;

/** A request that was sent without an answer. */
export type SentRequest = {
  readonly idempotencyKey: string;
  /** What was sent, where other contents are another request; otherwise empty. */
  readonly contents: string;
};

export type Draft = {
  /** The texts of the edited fields. */
  readonly values: Texts;
  /** The texts of the same fields before the edit. */
  readonly originals: Texts;
  /** What the form edits, so that a draft of an older version is not restored. */
  readonly version: string;
  /** What the texts are about, where the same form is about now one thing, now another; otherwise empty. */
  readonly about?: string;
  readonly request?: SentRequest | null;
};

function keyOf(userId: string, name: string): string {
  return `${draftPrefix}${userId}:${name}`;
}

function isTexts(value: unknown): value is Texts {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((text) => typeof text === "string")
  );
}

function readRequest(stored: unknown): SentRequest | null {
  if (!isTexts(stored)) return null;
  const { idempotencyKey, contents } = stored;
  return idempotencyKey === undefined || contents === undefined
    ? null
    : { idempotencyKey, contents };
}

/** The draft, unless it is of another version or older than a week; one that this tab keeps comes first. */
export function readDraft(userId: string, name: string, version: string): Draft | null {
  const key = keyOf(userId, name);
  const stored = readStoredJson("session", key) ?? readStoredJson("local", key);
  if (typeof stored !== "object" || stored === null) return null;
  const { values, originals, savedAt, ...rest } = stored as Record<string, unknown>;
  const isNew = Number(savedAt) > Date.now() - maxAgeMilliseconds;
  if (!isNew || rest["version"] !== version || !isTexts(values) || !isTexts(originals)) {
    removeDraft(userId, name);
    return null;
  }
  const about = typeof rest["about"] === "string" ? rest["about"] : "";
  return { values, originals, version, about, request: readRequest(rest["request"]) };
}

export function writeDraft(userId: string, name: string, draft: Draft): void {
  const text = JSON.stringify({ ...draft, savedAt: Date.now() });
  writeStored("local", keyOf(userId, name), text);
  removeStored("session", keyOf(userId, name));
}

export function removeDraft(userId: string, name: string): void {
  for (const area of areas) removeStored(area, keyOf(userId, name));
}

/** Under which name a draft is kept while the form of `name` is about something else. */
export function setAsideName(name: string, about: string): string {
  return `${name}@${about}`;
}

/** A form that is open in this tab. */
type OpenForm = {
  readonly userId: string;
  /** What was typed and not sent; null where there is nothing. */
  readonly readTyped: () => Draft | null;
  /** Its account signs out in this tab. */
  readonly forget: () => void;
};

const openForms = new Set<OpenForm>();

/** Names a form until the returned function is called. */
export function addOpenForm(form: OpenForm): () => void {
  openForms.add(form);
  return () => void openForms.delete(form);
}

function openFormsOf(userId: string): readonly OpenForm[] {
  return [...openForms].filter((form) => form.userId === userId);
}

/**
 * Keeps in this tab alone what stands in its open form, once the account has signed out in another one, which has removed
 * all drafts.
 */
export function keepInTab(
  { owner, name }: { readonly owner: string; readonly name: string },
  draft: Draft,
): void {
  const key = keyOf(owner, name);
  if (readStored("local", key) !== null) return;
  writeStored("session", key, JSON.stringify({ ...draft, savedAt: Date.now() }));
}

export function hasDrafts(userId: string): boolean {
  return (
    areas.some((area) => storedKeys(area, keyOf(userId, "")).length > 0) ||
    openFormsOf(userId).some((form) => form.readTyped() !== null)
  );
}

/** Removes all drafts of the account; called when it signs out in this tab. */
export function removeDraftsOf(userId: string): void {
  for (const form of openFormsOf(userId)) form.forget();
  for (const area of areas) {
    for (const key of storedKeys(area, keyOf(userId, ""))) removeStored(area, key);
  }
}

export const typedTextsKey = `${brandSlug}-typed`;

/** The carried texts of this page, by field; they are returned once. */
export function takeTypedTexts(): Readonly<Record<string, string>> {
  try {
    const stored = readStored("session", typedTextsKey);
    if (stored === null) return {};
    removeStored("session", typedTextsKey);
    const { path, texts } = JSON.parse(stored) as { path: unknown; texts: Record<string, string> };
    return path === location.pathname ? texts : {};
  } catch {
    return {};
  }
}
