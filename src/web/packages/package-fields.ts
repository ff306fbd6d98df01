/** The fields of a new package: what is typed, what is wrong with it, and what the server refused. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toasts } from "#contract/messages.ts";
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

/** A refusal that belongs to no field; `id` tells one from the next. */
type ApiErrorText = {
  readonly id: string;
  readonly sentence: string;
  readonly leadsTo: "upgrade" | "packages" | null;
};

const missing: Errors = {
  trackingNumber: "Enter the tracking number.",
  origin: "Choose where the package starts.",
  destination: "Choose where the package goes.",
};

export type PackageFields = {
  readonly values: Values;
  readonly errors: Errors;
  readonly errorCode: ApiErrorText | null;
  /** Where the keyboard goes when a field is wrong. */
  readonly spot: (name: FieldName) => (input: HTMLInputElement | null) => void;
  readonly write: (name: FieldName, value: string) => void;
  /** What is to be saved; null, after saying why, when something is missing or wrong. */
  readonly check: () => PackageDraft | null;
  /** Says why the server refused the package. */
  readonly reject: (error: unknown) => void;
};

/** The name of the country in the own profile, or an empty text while it is not known. */
function useProfileCountry(): string {
  const api = useApi();
  const { data } = useQuery(api.users.readProfile.queryOptions({ input: {} }));
  return countryByCode(data?.country ?? "")?.name ?? "";
}

/** Remembers where the fields stand, so that the keyboard can be sent to one. */
function useSpots() {
  const inputs = useRef(new Map<FieldName, HTMLInputElement>());
  const spot: PackageFields["spot"] = (name) => (input) => {
    if (input) inputs.current.set(name, input);
    else inputs.current.delete(name);
  };
  return { spot, focus: (name: FieldName) => inputs.current.get(name)?.focus() };
}

/** Where a refusal leads on to, by its code. */
function wayOn(code: ReturnType<typeof apiErrorCode>): ApiErrorText["leadsTo"] {
  if (code === "subscription_required" || code === "quota_exceeded") return "upgrade";
  return code === "idempotency_key_reused" ? "packages" : null;
}

function sentenceOf(error: unknown): string {
  return apiErrorCode(error) === "idempotency_key_reused"
    ? "This package was saved by an earlier try whose answer was lost."
    : apiErrorMessage(error, toasts.packageNotSaved.title);
}

/** Keeps the fields of the form; origin is China and destination the profile's country at first. */
export function usePackageFields(): PackageFields {
  const profileCountry = useProfileCountry();
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [errors, setErrors] = useState<Errors>({});
  const [errorCode, setError] = useState<ApiErrorText | null>(null);
  const { spot, focus } = useSpots();
  const values: Values = {
    trackingNumber: "",
    origin: origins[0]?.name ?? "",
    destination: profileCountry,
    estimatedWeight: "",
    description: "",
    ...typed,
  };

  const point = (wrong: Errors) => {
    setErrors(wrong);
    const first = fieldNames.find((name) => wrong[name] !== undefined);
    if (first !== undefined) focus(first);
    return null;
  };
  const check = () => {
    setError(null);
    const lacking = fieldNames.filter((name) => missing[name] && values[name].trim() === "");
    if (lacking.length > 0) {
      showToast({ ...toasts.missingPackageInformation, kind: "destructive" });
      return point(Object.fromEntries(lacking.map((name) => [name, missing[name]])));
    }
    const weightText = values.estimatedWeight.trim();
    const weight = weightText === "" ? null : parseWeightGrams(weightText);
    if (weight?.ok === false) {
      showToast({ ...toasts.invalidWeight, kind: "destructive" });
      return point({ estimatedWeight: toasts.invalidWeight.description });
    }
    const number = checkTrackingNumber(values.trackingNumber);
    if (!number.ok) return point({ trackingNumber: trackingNumberRule });
    setErrors({});
    return {
      trackingNumber: number.trackingNumber,
      origin: values.origin,
      destination: values.destination,
      description: values.description,
      estimatedWeightGrams: weight === null ? null : weight.weightGrams,
    };
  };
  const reject = (error: unknown) => {
    const code = apiErrorCode(error);
    const sentence = sentenceOf(error);
    if (code === "invalid_tracking_number") return void point({ trackingNumber: sentence });
    if (code === "weight_above_plan") return void point({ estimatedWeight: sentence });
    if (code === null) return showToast({ ...toasts.packageNotSaved, kind: "destructive" });
    if (code === "invalid_weight") {
      showToast({ ...toasts.invalidWeight, kind: "destructive" });
      return void point({ estimatedWeight: sentence });
    }
    if (code === "missing_information") {
      return showToast({ ...toasts.missingPackageInformation, kind: "destructive" });
    }
    setError({ id: crypto.randomUUID(), sentence, leadsTo: wayOn(code) });
    return undefined;
  };
  const write = (name: FieldName, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  return { values, errors, errorCode, spot, write, check, reject };
}
