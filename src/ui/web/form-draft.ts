import type { UseFormReturnType } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { useApi } from "./api-of-ui.ts";
import {
  addOpenForm,
  keepInTab,
  longestStoredText,
  readDraft,
  removeDraft,
  setAsideName,
  writeDraft,
  type Draft,
  type SentRequest,
} from "./drafts.ts";

/** The id of the signed-in user, to whom drafts belong; null where nobody is signed in, which stores none. */
export const DraftOwner = createContext<string | null>(null);

export type DraftOptions<Name extends string> = {
  /** The same for every form that edits the same thing. */
  readonly name: string;
  /** Changes whenever a draft of the edited thing must no longer be restored. */
  readonly version?: string;
  /** Fields that are never stored: passwords, codes and secrets. */
  readonly without?: readonly Name[];
  /**
   * "sent" by default. "left" also drops the draft when the page is left, of a form that is only looked at; it stays when
   * the session ends on the page.
   */
  readonly until?: "sent" | "left";
  /**
   * What the texts are about, where the same form is about now one thing, now another. Of a draft about something else
   * `carriedFrom` names the fields that are restored all the same; where it names none, the draft is set aside until the form
   * is about that again. What changes while the form is open is what its texts are about from then on.
   */
  readonly subject?: {
    readonly about: string;
    readonly carriedFrom: (other: {
      readonly about: string;
      readonly originals: Readonly<Partial<Record<Name, string>>>;
    }) => readonly Name[];
  };
  /** Which fields may be restored besides those with initial values, in a form whose fields come and go. */
  readonly isAddedField?: (name: string) => boolean;
};

type FormTexts = Record<string, string>;

/** The part of a draft about something else that is restored in a form about `subject`; null where there is none. */
function carriedPart(
  draft: Draft,
  { carriedFrom }: NonNullable<DraftOptions<string>["subject"]>,
): Draft | null {
  const names = carriedFrom({ about: "", ...draft });
  const carried = (texts: Readonly<FormTexts>) =>
    Object.fromEntries(Object.entries(texts).filter(([field]) => names.includes(field)));
  const values = carried(draft.values);
  return Object.keys(values).length === 0
    ? null
    : { ...draft, values, originals: carried(draft.originals) };
}

/** The draft with which a form about `subject` begins. */
function readBeginning(
  { owner, name }: { readonly owner: string; readonly name: string },
  version: string,
  subject: DraftOptions<string>["subject"],
): Draft | null {
  const draft = readDraft(owner, name, version);
  if (subject === undefined || draft?.about === subject.about) return draft;
  const own = readDraft(owner, setAsideName(name, subject.about), version);
  const carried = own === null && draft !== null ? carriedPart(draft, subject) : null;
  if (carried !== null) return carried;
  if (draft !== null) writeDraft(owner, setAsideName(name, draft.about ?? ""), draft);
  removeDraft(owner, setAsideName(name, subject.about));
  if (own === null) removeDraft(owner, name);
  else writeDraft(owner, name, own);
  return own;
}

/** The texts of the fields that differ from their initial ones, with those; null where none does. */
function editedTexts(texts: FormTexts, initial: FormTexts, without: readonly string[]) {
  const edited = Object.entries(texts).filter(
    ([field, text]) =>
      text !== (initial[field] ?? "") &&
      text.length <= longestStoredText &&
      !without.includes(field),
  );
  if (edited.length === 0) return null;
  const originals = Object.fromEntries(edited.map(([field]) => [field, initial[field] ?? ""]));
  return { values: Object.fromEntries(edited), originals };
}

/** Calls `leave` when the form's page is left or closed, with whether that is because the session has ended. */
function useLeaving(leave: (isSessionEnded: boolean) => void): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const onLeave = () => {
      const session = queryClient.getQueryData(api.auth.readSession.queryKey({ input: {} }));
      latest.current(session === null);
    };
    window.addEventListener("pagehide", onLeave);
    return () => {
      window.removeEventListener("pagehide", onLeave);
      onLeave();
    };
  }, [api, queryClient]);
}

/** Calls `act` after `value` has changed. */
function useChange(value: string, act: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    act();
  });
}

/** Counts what was typed among the drafts of its owner while the form is open, until the owner signs out in this tab. */
function useOpenForm(owner: string | null, current: { current: Draft | null }): void {
  useEffect(() => {
    if (owner === null) return undefined;
    return addOpenForm({
      userId: owner,
      readTyped: () => current.current,
      forget: () => {
        current.current = null;
      },
    });
  }, [owner, current]);
}

/** Stores what is typed into a form until it is sent; null stores nothing. The owner and name of the first render apply. */
export function useFormDraft(options: DraftOptions<string> | null) {
  const owner = useContext(DraftOwner);
  const { name = "", version = "", without = [], until = "sent", subject } = options ?? {};
  const about = subject?.about ?? "";
  const [place] = useState(() => (owner === null || options === null ? null : { owner, name }));
  const [stored] = useState(() => place && readBeginning(place, version, subject));
  const hasTexts = stored !== null && Object.keys(stored.values).length > 0;
  const [isRestored, setRestored] = useState(hasTexts);
  const current = useRef(hasTexts ? stored : null);
  const request = useRef<SentRequest | null>(stored?.request ?? null);
  const isKept = useRef(false);
  const write = () => {
    if (place === null) return;
    // What was sent as it stood at first has a request without an edited field.
    const draft = current.current ?? { values: {}, originals: {}, version };
    if (current.current === null && request.current === null) removeDraft(place.owner, place.name);
    else writeDraft(place.owner, place.name, { ...draft, about, request: request.current });
  };
  useChange(about, () => {
    if (current.current !== null) write();
  });
  useOpenForm(place?.owner ?? null, current);
  useLeaving((isSessionEnded) => {
    if (place === null || current.current === null) return;
    const draft = { ...current.current, about, request: request.current };
    if (isSessionEnded) keepInTab(place, draft);
    else if (until === "left") removeDraft(place.owner, place.name);
  });
  const endRequest = () => {
    if (request.current === null) return;
    request.current = null;
    // What went meanwhile, because the account signed out, stays away.
    if (place !== null && readDraft(place.owner, place.name, version) !== null) write();
  };
  const empty = () => {
    current.current = null;
    write();
    setRestored(false);
  };
  const remove = () => {
    request.current = null;
    empty();
  };
  const save = (texts: FormTexts, initial: FormTexts) => {
    if (place === null) return;
    const edited = editedTexts(texts, initial, without);
    if (edited === null) return empty();
    current.current = { ...edited, version };
    write();
  };
  /** The same until `endRequest` or `remove`, also after the page was loaded again; others for other contents. */
  const readRequestKey = (contents = "") => {
    if (request.current?.contents !== contents) {
      request.current = { idempotencyKey: crypto.randomUUID(), contents };
      write();
    }
    return request.current.idempotencyKey;
  };
  /** Keeps the texts through the next `finish`. */
  const keep = () => void (isKept.current = true);
  /** The request has been answered. */
  const finish = () => {
    if (isKept.current) endRequest();
    else remove();
    isKept.current = false;
  };
  return { stored, isRestored, save, remove, keep, finish, readRequestKey, endRequest };
}

/** Puts the stored texts into a form that has just appeared. */
export function useRestoredDraft(
  form: UseFormReturnType<FormTexts, unknown>,
  stored: ReturnType<typeof useFormDraft>["stored"],
  isAddedField: (name: string) => boolean,
  fill: (values: FormTexts) => void,
): void {
  const [start] = useState({ form, stored, isAddedField, fill });
  useEffect(() => {
    if (start.stored === null) return;
    const { values, originals } = start.stored;
    const initial = start.form.getInitialValues();
    const known = Object.keys(values).filter((name) => name in initial);
    const added = Object.keys(values).filter(
      (name) => !(name in initial) && start.isAddedField(name),
    );
    // The values from before the edit come back too, so that the server still notices an edit by somebody else.
    start.form.setInitialValues({
      ...initial,
      ...Object.fromEntries(known.map((name) => [name, originals[name] ?? ""])),
    });
    start.fill(Object.fromEntries([...known, ...added].map((name) => [name, values[name] ?? ""])));
  }, [start]);
}
