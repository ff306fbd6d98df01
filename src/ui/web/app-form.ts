import { schemaResolver, useForm, type FormErrors, type UseFormReturnType } from "@mantine/form";
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type SubmitEvent,
} from "react";
import * as z from "zod/mini";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode, isOffline } from "./api.tsx";
import { fieldErrors, readFilledTexts } from "./field-rules.ts";
import { useFormDraft, useRestoredDraft, type DraftOptions } from "./form-draft.ts";
import { useToasts, type ShowToast } from "./toast.tsx";
import { takeTypedTexts } from "./drafts.ts";

/** A schema of texts, one for each field; its output is what `onSubmit` gets. */
type FormSchema = z.core.$ZodType<unknown, Readonly<Record<string, string>>>;
type NameOf<Schema extends FormSchema> = keyof z.input<Schema> & string;
type Errors<Name extends string> = Readonly<Partial<Record<Name, string>>>;

type Change = string | null | ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** The properties of an input. */
export type Field = {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (change: Change) => void;
  readonly "data-path": string;
  readonly "data-autofocus"?: true;
};

/** The properties of a select, with null for an empty text. */
export type SelectField = Omit<Field, "value"> & { readonly value: string | null };

export type AppForm<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>;
  readonly field: (name: Name) => Field;
  readonly select: (name: Name) => SelectField;
  /** Sets values as if they had been typed, because of what somebody did; what follows by itself is an initial value. */
  readonly write: (values: Readonly<Partial<Record<Name, string>>>) => void;
  /** Shows each message at its field and focuses the first one on the screen. */
  readonly reject: (errors: Errors<Name>) => void;
  readonly focus: (name: Name) => void;
  /** Returns all fields to `initialValues`. */
  readonly reset: () => void;
  /** The initial values; for an edited field the value from before the edit. */
  readonly readOriginal: () => Readonly<Record<Name, string>>;
  readonly submit: (event?: SubmitEvent<HTMLFormElement>) => void;
  readonly isSubmitting: boolean;
  /** Why the last submit failed, if it is not shown at a field; otherwise null. */
  readonly error: unknown;
  /** Whether the last submit failed for lack of a connection that is not back yet, or the running one takes long. */
  readonly connection: "offline" | "slow" | null;
  /** Whether the form shows a draft that was typed earlier; `reset` discards it. */
  readonly isRestored: boolean;
  /** As the callbacks get them. */
  readonly showToast: ShowToast;
  readonly removeDraft: () => void;
  /** The form on the page; null before it is there. */
  readonly element: HTMLFormElement | null;
  readonly attach: (element: HTMLFormElement | null) => void;
};

/** What callbacks get besides their subject. */
export type SubmitTools<Name extends string> = {
  /** As `readOriginal` returns it. */
  readonly original: Readonly<Record<Name, string>>;
  /** Shows a toast that replaces the form's earlier one; the next submit hides it. */
  readonly showToast: ShowToast;
  /** Removes the draft before `onSubmit` ends, when everything typed is saved already. */
  readonly removeDraft: () => void;
  /** Keeps the draft when `onSubmit` ends, because nothing is saved yet. */
  readonly keepDraft: () => void;
  /**
   * An idempotency key, the same until the server has answered; stored with the draft. With `contents`, other contents
   * have another key; only for requests whose contents the server does not take twice.
   */
  readonly readRequestKey: (contents?: string) => string;
};

type Options<Schema extends FormSchema> = {
  readonly schema: Schema;
  /** Fields that are not edited follow changes. */
  readonly initialValues: Readonly<Record<NameOf<Schema>, string>>;
  /** Initial values that depend on what stands in other fields. */
  readonly following?: (
    values: Readonly<Record<NoInfer<NameOf<Schema>>, string>>,
  ) => Readonly<Partial<Record<NoInfer<NameOf<Schema>>, string>>>;
  /** The field that has the focus when the form appears. */
  readonly startAt?: NoInfer<NameOf<Schema>>;
  /** The field for an error code; `invalid_input` names its fields itself. */
  readonly fieldOf?: Partial<Record<ErrorCode, NoInfer<NameOf<Schema>>>>;
  /**
   * Stores what is typed until it is sent or the account signs out, so that it is back after the session has ended. Null
   * for forms without a session, and for passwords and codes alone.
   */
  readonly draft: DraftOptions<NoInfer<NameOf<Schema>>> | null;
  /** Whether the screen shows the progress of a long submit itself. */
  readonly hasProgress?: boolean;
  readonly onSubmit: (values: z.output<Schema>, tools: SubmitTools<NameOf<Schema>>) => unknown;
  /** Called when the schema has rejected the input. */
  readonly onInvalid?: (errors: Errors<NameOf<Schema>>, tools: SubmitTools<NameOf<Schema>>) => void;
  /** Called when `onSubmit` has failed, except by a canceled reauthentication or without a connection. */
  readonly onError?: (error: unknown, tools: SubmitTools<NameOf<Schema>>) => void;
};

type Texts = Record<string, string>;
type MantineForm = UseFormReturnType<Texts, unknown>;

/** Focuses the one of the fields that comes first on the screen. */
function focusFirst(
  form: HTMLFormElement | null,
  names: readonly string[],
  options?: FocusOptions,
): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>("[data-path]") ?? [])];
  const field = fields.find(({ dataset }) => names.includes(dataset["path"] ?? ""));
  // A group of radio buttons is marked as a whole.
  const input = field?.matches("input, textarea") ? field : field?.querySelector("input");
  input?.focus(options);
}

/** The form on the page. When it appears, `startAt` gets the focus, unless the user is already typing. */
function useFormElement(form: MantineForm, startAt: string | undefined) {
  const [element, setElement] = useState<HTMLFormElement | null>(null);
  const [start] = useState({ write: form.setFieldValue, read: form.getValues, startAt });
  const attach = useCallback(
    (attached: HTMLFormElement | null) => {
      const names = new Set(Object.keys(start.read()));
      for (const [name, text] of Object.entries(attached === null ? {} : takeTypedTexts())) {
        if (names.has(name)) start.write(name, text);
      }
      // The next render would replace what was typed into a prerendered page before hydration.
      for (const input of attached?.querySelectorAll<HTMLInputElement>("input[data-path]") ?? []) {
        const { path = "" } = input.dataset;
        if (input.value !== input.defaultValue) start.write(path, input.value);
      }
      setElement(attached);
    },
    [start],
  );
  useEffect(() => {
    if (start.startAt === undefined || element?.contains(document.activeElement)) return;
    focusFirst(element, [start.startAt], { preventScroll: true });
  }, [element, start]);
  return { element, attach };
}

/** Updates fields that are not edited when their initial values change. */
function useFollowing(form: MantineForm, initialValues: Texts, fill: (values: Texts) => void) {
  useEffect(() => {
    const original = form.getInitialValues();
    const values = form.getValues();
    const following = Object.entries(initialValues).filter(
      ([name, value]) =>
        original[name] !== value && (values[name] === original[name] || values[name] === value),
    );
    if (following.length === 0) return;
    form.setInitialValues({ ...original, ...Object.fromEntries(following) });
    fill(Object.fromEntries(following));
  });
}

/** The properties of an input whose text is in the form. */
function fieldOf(form: MantineForm, name: string, startAt: string | undefined): Field {
  const { value, error, onChange } = form.getInputProps(name);
  return {
    name,
    // A field that has just been added has no text yet.
    value: value ?? "",
    error,
    onChange: (change) => onChange(change ?? ""),
    "data-path": name,
    ...(name === startAt ? { "data-autofocus": true } : {}),
  };
}

/** When a running submit is said to take long. */
const slowAfterMilliseconds = 8_000;

/** Whether a dialog over the form asks something, so that the submit waits for its answer. */
function isAsking(form: HTMLFormElement | null): boolean {
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
  return dialogs.some((dialog) => !dialog.contains(form));
}

/** What is to be said about the connection, and functions to say it. */
function useConnection(element: HTMLFormElement | null, hasProgress: boolean) {
  const [connection, setConnection] = useState<"offline" | "slow" | null>(null);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);
  useEffect(() => {
    if (connection !== "offline") return undefined;
    const end = () => setConnection(null);
    window.addEventListener("online", end);
    return () => window.removeEventListener("online", end);
  }, [connection]);
  const start = () => {
    setConnection(null);
    if (hasProgress) return;
    timer.current = setInterval(
      () => setConnection(isAsking(element) ? null : "slow"),
      slowAfterMilliseconds,
    );
  };
  const stop = (isOfflineNow: boolean) => {
    clearInterval(timer.current);
    setConnection(isOfflineNow ? "offline" : null);
  };
  return { connection, start, stop };
}

type Shower = {
  readonly element: HTMLFormElement | null;
  readonly focus: (...names: string[]) => void;
  readonly reject: (errors: Errors<string>) => void;
};

/** Runs submits one at a time and shows why one has failed; `error` is what no field shows. */
function useSending<Schema extends FormSchema>(
  options: Options<Schema>,
  { element, focus, reject }: Shower,
  readTools: () => SubmitTools<NameOf<Schema>>,
  draft: Pick<ReturnType<typeof useFormDraft>, "finish" | "endRequest">,
) {
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const { connection, start, stop } = useConnection(element, options.hasProgress ?? false);
  const showError = (failure: unknown) => {
    const names = Object.keys(options.initialValues);
    if (apiErrorCode(failure) === "reauthentication_required") {
      return focus(...(options.startAt === undefined ? names : [options.startAt]));
    }
    const errors = fieldErrors(failure, names, options.fieldOf);
    if (Object.keys(errors).length === 0) setError(failure);
    else reject(errors);
    return options.onError?.(failure, readTools());
  };
  const send = async (values: z.output<Schema>) => {
    isRunning.current = true;
    start();
    try {
      await options.onSubmit(values, readTools());
      draft.finish();
      stop(false);
    } catch (failure) {
      if (apiErrorCode(failure) !== null) draft.endRequest();
      stop(isOffline(failure));
      if (!isOffline(failure)) showError(failure);
    } finally {
      isRunning.current = false;
    }
  };
  const clear = () => {
    setError(null);
    stop(false);
  };
  return { error, connection, isRunning, send, clear };
}

/** The form's texts, with their draft. */
function useTexts<Schema extends FormSchema>(options: Options<Schema>) {
  const { schema, initialValues, following, draft } = options;
  const typed = useFormDraft(draft);
  const isFilling = useRef(false);
  const form = useForm<Texts, z.output<Schema>>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (values) => z.parse(schema, values),
    onValuesChange: (values) => {
      if (!isFilling.current) typed.save(values, form.getInitialValues());
    },
  });
  const fill = (filled: Texts) => {
    // Those that are not written yet would look as if somebody had typed them.
    isFilling.current = true;
    for (const [name, value] of Object.entries(filled)) form.setFieldValue(name, value);
    isFilling.current = false;
    typed.save(form.getValues(), form.getInitialValues());
  };
  const values = form.values as Readonly<Record<NameOf<Schema>, string>>;
  useFollowing(form, { ...initialValues, ...following?.(values) }, fill);
  useRestoredDraft(form, typed.stored, draft?.isAddedField ?? (() => false), fill);
  return { form, typed };
}

/**
 * A form of text fields. The schema stands beside the form, with the message of every wrong input; rejected input, also
 * by the server, is shown at its field, and what was typed stays. Submits are ignored while `onSubmit` runs.
 */
export function useAppForm<Schema extends FormSchema>(
  options: Options<Schema>,
): AppForm<NameOf<Schema>> {
  const { initialValues, startAt } = options;
  const { form, typed } = useTexts(options);
  const { isRestored, remove: removeDraft, keep: keepDraft, readRequestKey } = typed;
  const { showToast, hideToast } = useToasts();
  const { element, attach } = useFormElement(form, startAt);
  const focus = (...names: string[]) => focusFirst(element, names);
  const reject = (errors: Errors<string>) => {
    form.setErrors(errors);
    focus(...Object.keys(errors));
  };
  const readOriginal = () => form.getInitialValues() as Readonly<Record<NameOf<Schema>, string>>;
  const readTools = () => ({
    original: readOriginal(),
    showToast,
    removeDraft,
    keepDraft,
    readRequestKey,
  });
  const sending = useSending(options, { element, focus, reject }, readTools, typed);
  const showInvalid = (errors: FormErrors) => {
    focus(...Object.keys(errors));
    options.onInvalid?.(errors as Errors<NameOf<Schema>>, readTools());
  };
  const field = (name: string) => fieldOf(form, name, startAt);
  return {
    element,
    attach,
    error: sending.error,
    connection: sending.connection,
    isRestored,
    showToast,
    removeDraft,
    reject,
    focus,
    readOriginal,
    field,
    select: (name) => ({ ...field(name), value: form.values[name] || null }),
    values: form.values as Readonly<Record<NameOf<Schema>, string>>,
    isSubmitting: form.submitting,
    submit: (event) => {
      event?.preventDefault();
      // React events of a form in a dialog bubble to the form that contains the dialog.
      event?.stopPropagation();
      if (sending.isRunning.current) return;
      for (const [name, text] of readFilledTexts(element, form.getValues())) {
        form.setFieldValue(name, text);
      }
      sending.clear();
      hideToast();
      form.onSubmit(sending.send, showInvalid)(event);
    },
    write: (values) => {
      for (const [name, value] of Object.entries<string>(values as Texts)) {
        form.setFieldValue(name, value);
      }
    },
    reset: () => {
      form.setInitialValues(initialValues);
      form.reset();
      removeDraft();
    },
  };
}
