/** The text fields of a form: what was typed, what is wrong with it, and the keyboard's way to the first wrong one. */
import { useEffect, useLayoutEffect, useRef, useState, type ChangeEvent } from "react";

type Errors<Name extends string> = Partial<Record<Name, string>>;

/** The properties of one input; `ref` is its place for the focus. */
export type TextField = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  ref: (input: HTMLInputElement | null) => void;
};

export type TextFields<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>;
  readonly field: (name: Name) => TextField;
  /** Sets one value as if it had been typed. */
  readonly write: (name: Name, value: string) => void;
  /** Puts each sentence at its field and moves the keyboard to the first of them; false when there is none. */
  readonly reject: (errors: Errors<Name>) => boolean;
  readonly focus: (name: Name) => void;
};

/**
 * Keeps the fields named in `initial`, in their order. What was typed stays, also what was typed into a page drawn
 * ahead of time before the application ran; an error leaves when its field changes.
 * @param startAt the field in which the keyboard stands when the form appears.
 */
export function useTextFields<Name extends string>(
  initial: Readonly<Record<Name, string>>,
  startAt?: Name,
): TextFields<Name> {
  const [names] = useState(() => Object.keys(initial) as Name[]);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<Name>>({});
  const inputs = useRef(new Map<Name, HTMLInputElement>());
  const [start] = useState(startAt);
  useLayoutEffect(() => {
    const typed = [...inputs.current].filter(([, input]) => input.value !== input.defaultValue);
    if (typed.length === 0) return;
    const given = Object.fromEntries(typed.map(([name, input]) => [name, input.value]));
    setValues((before) => ({ ...before, ...given }));
  }, []);
  useEffect(() => {
    const isTyping = [...inputs.current.values()].some((input) => input === document.activeElement);
    if (start !== undefined && !isTyping) inputs.current.get(start)?.focus({ preventScroll: true });
  }, [start]);
  const write = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const focus = (name: Name) => inputs.current.get(name)?.focus();
  return {
    values,
    write,
    focus,
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event) => write(name, event.currentTarget.value),
      ref: (input) => {
        if (input) inputs.current.set(name, input);
        else inputs.current.delete(name);
      },
    }),
    reject: (wrong) => {
      setErrors(wrong);
      const first = names.find((name) => wrong[name] !== undefined);
      if (first !== undefined) focus(first);
      return first !== undefined;
    },
  };
}
