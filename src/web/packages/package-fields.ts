import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toasts, type ToastText } from "#contract/messages.ts";
import { countryByCode, origins } from "#core/country.ts";
import { checkTrackingNumber, trackingNumberRule } from "#core/tracking-number-text.ts";
import { parseWeightGrams } from "#core/weight.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { PackageDraft } from "./save-package.ts";

const fieldNames = [
  "trackingNumber",
  "origin",
  "destination",
  "estimatedWeight",
  "description",
] as const;
type FieldName = (typeof fieldNames)[number];
type Errors = Partial<Record<FieldName, string>>;
type Values = Readonly<Record<FieldName, string>>;

/** An error that belongs to no field; a new `id` makes the alert take the focus again. */
type FormError = {
  readonly id: string;
  readonly sentence: string;
  readonly link: "upgrade" | "packages" | null;
};

const missingErrors: Errors = {
  trackingNumber: "Enter a tracking number.",
  origin: "Choose an origin.",
  destination: "Choose a destination.",
};

export type PackageFields = {
  readonly values: Values;
  readonly errors: Errors;
  readonly formError: FormError | null;
  /** Ref of an input, for focusing the first invalid field. */
  readonly inputRef: (name: FieldName) => (input: HTMLInputElement | null) => void;
  readonly write: (name: FieldName, value: string) => void;
  /** The package to save; null, after showing the errors, if a field is missing or invalid. */
  readonly validate: () => PackageDraft | null;
  /** Shows the error of a rejected request. */
  readonly showApiError: (error: unknown) => void;
};

/** The country name in the user's profile; an empty string while unknown. */
function useProfileCountry(): string {
  const api = useApi();
  const { data } = useQuery(api.users.readProfile.queryOptions({ input: {} }));
  return countryByCode(data?.country ?? "")?.name ?? "";
}

/** The inputs by field name, for focusing one of them. */
function useInputRefs() {
  const inputs = useRef(new Map<FieldName, HTMLInputElement>());
  const inputRef: PackageFields["inputRef"] = (name) => (input) => {
    if (input) inputs.current.set(name, input);
    else inputs.current.delete(name);
  };
  return { inputRef, focus: (name: FieldName) => inputs.current.get(name)?.focus() };
}

/** The link to show with an error, by its code. */
function linkFor(code: ReturnType<typeof apiErrorCode>): FormError["link"] {
  if (code === "subscription_required" || code === "quota_exceeded") return "upgrade";
  return code === "idempotency_key_reused" ? "packages" : null;
}

function sentenceOf(error: unknown): string {
  return apiErrorCode(error) === "idempotency_key_reused"
    ? "This package was already saved by an earlier attempt."
    : apiErrorMessage(error, toasts.packageNotSaved.title);
}

type Validation =
  | { readonly ok: true; readonly draft: PackageDraft }
  | { readonly ok: false; readonly errors: Errors; readonly toast: ToastText | null };

function validateValues(values: Values): Validation {
  const missingNames = fieldNames.filter(
    (name) => missingErrors[name] && values[name].trim() === "",
  );
  if (missingNames.length > 0) {
    const errors = Object.fromEntries(missingNames.map((name) => [name, missingErrors[name]]));
    return { ok: false, errors, toast: toasts.missingPackageInformation };
  }
  const weightText = values.estimatedWeight.trim();
  const weight = weightText === "" ? null : parseWeightGrams(weightText);
  if (weight?.ok === false) {
    const errors = { estimatedWeight: toasts.invalidWeight.description };
    return { ok: false, errors, toast: toasts.invalidWeight };
  }
  const number = checkTrackingNumber(values.trackingNumber);
  if (!number.ok) return { ok: false, errors: { trackingNumber: trackingNumberRule }, toast: null };
  const { origin, destination, description } = values;
  return {
    ok: true,
    draft: {
      trackingNumber: number.trackingNumber,
      origin,
      destination,
      description,
      estimatedWeightGrams: weight === null ? null : weight.weightGrams,
    },
  };
}

/** The fields of the form; origin defaults to China and destination to the profile's country. */
export function usePackageFields(): PackageFields {
  const profileCountry = useProfileCountry();
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [errors, setErrors] = useState<Errors>({});
  const [formError, setFormError] = useState<FormError | null>(null);
  const { inputRef, focus } = useInputRefs();
  const values: Values = {
    trackingNumber: "",
    origin: origins[0]?.name ?? "",
    destination: profileCountry,
    estimatedWeight: "",
    description: "",
    ...typed,
  };

  const showFieldErrors = (fieldErrors: Errors) => {
    setErrors(fieldErrors);
    const first = fieldNames.find((name) => fieldErrors[name] !== undefined);
    if (first !== undefined) focus(first);
    return null;
  };
  const validate = () => {
    setFormError(null);
    const result = validateValues(values);
    if (!result.ok) {
      if (result.toast !== null) showToast({ ...result.toast, kind: "destructive" });
      return showFieldErrors(result.errors);
    }
    setErrors({});
    return result.draft;
  };
  const showApiError = (error: unknown) => {
    const code = apiErrorCode(error);
    const sentence = sentenceOf(error);
    if (code === "invalid_tracking_number")
      return void showFieldErrors({ trackingNumber: sentence });
    if (code === "weight_above_plan") return void showFieldErrors({ estimatedWeight: sentence });
    if (code === null) return showToast({ ...toasts.packageNotSaved, kind: "destructive" });
    if (code === "invalid_weight") {
      showToast({ ...toasts.invalidWeight, kind: "destructive" });
      return void showFieldErrors({ estimatedWeight: sentence });
    }
    if (code === "missing_information") {
      return showToast({ ...toasts.missingPackageInformation, kind: "destructive" });
    }
    setFormError({ id: crypto.randomUUID(), sentence, link: linkFor(code) });
    return undefined;
  };
  const write = (name: FieldName, value: string) => {
    setTyped((current) => ({ ...current, [name]: value }));
    setErrors((current) => ({ ...current, [name]: undefined }));
  };
  return { values, errors, formError, inputRef, write, validate, showApiError };
}
