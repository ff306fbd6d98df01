import { useEffect, useLayoutEffect, useRef, useState, type ChangeEvent } from "react";

type Errors<Name extends string> = Partial<Record<Name, string>>;

/** The properties of one input; `ref` is used to focus it. */
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
  /** Sets a value as if it had been typed. */
  readonly write: (name: Name, value: string) => void;
  /** Shows each message at its field and focuses the first one; false when there are no messages. */
  readonly reject: (errors: Errors<Name>) => boolean;
  readonly focus: (name: Name) => void;
};

/**
 * The state of the text fields named in `initial`. Text typed into a prerendered page before hydration is kept; an
 * error disappears when its field changes.
 * @param startAt the field that has the focus when the form appears.
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
    const values = Object.fromEntries(typed.map(([name, input]) => [name, input.value]));
    setValues((before) => ({ ...before, ...values }));
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
