import type { UseFormReturnType } from "@mantine/form";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { readDraft, removeDraft, writeDraft } from "#web/drafts.ts";

/** The id of the signed-in user, to whom drafts belong; null where nobody is signed in, which stores none. */
export const DraftOwner = createContext<string | null>(null);

export type DraftOptions<Name extends string> = {
  /** The same for every form that edits the same thing. */
  readonly name: string;
  /** Changes whenever a draft of the edited thing must no longer be restored. */
  readonly version?: string;
  /** Fields that are never stored: passwords, codes and secrets. */
  readonly without?: readonly Name[];
};

type Texts = Record<string, string>;

/** Stores what is typed into a form until it is sent. The owner and name of the first render apply. */
export function useFormDraft(options: DraftOptions<string> | undefined) {
  const owner = useContext(DraftOwner);
  const { name = "", version = "", without = [] } = options ?? {};
  const [place] = useState(() =>
    owner === null || options === undefined ? null : { owner, name },
  );
  const [stored] = useState(() => place && readDraft(place.owner, place.name, version));
  const [isRestored, setRestored] = useState(stored !== null);
  const current = useRef(stored);
  const requestKey = useRef(stored?.requestKey ?? null);
  const write = () => {
    if (place === null || current.current === null) return;
    writeDraft(place.owner, place.name, { ...current.current, requestKey: requestKey.current });
  };
  const setRequestKey = (key: string | null) => {
    if (key === requestKey.current) return;
    requestKey.current = key;
    write();
  };
  const empty = () => {
    current.current = null;
    if (place !== null) removeDraft(place.owner, place.name);
    setRestored(false);
  };
  const remove = () => {
    requestKey.current = null;
    empty();
  };
  const save = (texts: Texts, initial: Texts) => {
    if (place === null) return;
    const edited = Object.entries(texts).filter(
      ([field, text]) => text !== initial[field] && !without.includes(field),
    );
    if (edited.length === 0) return empty();
    const originals = Object.fromEntries(edited.map(([field]) => [field, initial[field] ?? ""]));
    current.current = { values: Object.fromEntries(edited), originals, version };
    write();
  };
  /** The same until `endRequest` or `remove`, also after the page was loaded again. */
  const readRequestKey = () => {
    const key = requestKey.current ?? crypto.randomUUID();
    setRequestKey(key);
    return key;
  };
  const endRequest = () => setRequestKey(null);
  return { stored, isRestored, save, remove, readRequestKey, endRequest };
}

/** Puts the stored texts into a form that has just appeared. */
export function useRestoredDraft(
  form: UseFormReturnType<Texts, unknown>,
  stored: ReturnType<typeof useFormDraft>["stored"],
): void {
  const [start] = useState({ form, stored });
  useEffect(() => {
    if (start.stored === null) return;
    const { values, originals } = start.stored;
    const initial = start.form.getInitialValues();
    const known = Object.keys(values).filter((name) => name in initial);
    // The values from before the edit come back too, so that the server still notices an edit by somebody else.
    start.form.setInitialValues({
      ...initial,
      ...Object.fromEntries(known.map((name) => [name, originals[name] ?? ""])),
    });
    for (const name of known) start.form.setFieldValue(name, values[name] ?? "");
  }, [start]);
}
