import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { fieldMessages, toasts } from "#contract/messages.ts";
import { countryByCode, origins } from "#core/country.ts";
import {
  checkTrackingNumber,
  tidyTrackingNumber,
  trackingNumberRule,
} from "#core/tracking-number-text.ts";
import { apiErrorCode, useApi } from "#web/api.tsx";
import { useAppForm, type AppForm } from "#web/ui/app-form.ts";
import { requiredText } from "#web/ui/field-rules.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useChosenImages } from "./chosen-images.ts";
import { useSavePackage } from "./save-package.ts";
import { weightField } from "./weight-field.ts";

const { trackingNumberMissing, originMissing, destinationMissing } = fieldMessages;

const schema = z.object({
  trackingNumber: z.pipe(
    requiredText(trackingNumberMissing).check(
      z.refine((text) => checkTrackingNumber(text).ok, trackingNumberRule),
    ),
    z.transform(tidyTrackingNumber),
  ),
  origin: requiredText(originMissing),
  destination: requiredText(destinationMissing),
  estimatedWeight: weightField,
  description: z.string(),
});

export type PackageFields = AppForm<keyof z.input<typeof schema>>;

/** The country name in the user's profile; an empty string while unknown. */
function useProfileCountry(): string {
  const api = useApi();
  const { data } = useQuery(api.users.readProfile.queryOptions({ input: {} }));
  return countryByCode(data?.country ?? "")?.name ?? "";
}

function showErrorToast(error: unknown): void {
  const code = apiErrorCode(error);
  if (code === null) showToast({ ...toasts.packageNotSaved, kind: "destructive" });
  if (code === "invalid_weight") showToast({ ...toasts.invalidWeight, kind: "destructive" });
  if (code === "missing_information")
    showToast({ ...toasts.missingPackageInformation, kind: "destructive" });
}

/** The form with its images; origin defaults to China and destination to the profile's country. */
export function usePackageForm() {
  const chosen = useChosenImages();
  const saving = useSavePackage();
  const destination = useProfileCountry();
  const isLocked = saving.isSending || saving.pendingUploads !== null;
  const fields = useAppForm({
    schema,
    initialValues: {
      trackingNumber: "",
      origin: origins[0]?.name ?? "",
      destination,
      estimatedWeight: "",
      description: "",
    },
    fieldOf: {
      invalid_tracking_number: "trackingNumber",
      weight_above_plan: "estimatedWeight",
      invalid_weight: "estimatedWeight",
    },
    onSubmit: async ({ estimatedWeight, ...texts }) => {
      if (isLocked) return;
      const files = chosen.images.map(({ file }) => file);
      await saving.save({ ...texts, estimatedWeightGrams: estimatedWeight }, files);
    },
    onInvalid: (errors) => {
      const messages: readonly string[] = Object.values(errors);
      const missing = [trackingNumberMissing, originMissing, destinationMissing];
      if (missing.some((message) => messages.includes(message)))
        showToast({ ...toasts.missingPackageInformation, kind: "destructive" });
      else if (errors.estimatedWeight !== undefined)
        showToast({ ...toasts.invalidWeight, kind: "destructive" });
    },
    onError: showErrorToast,
  });
  return { fields, chosen, saving, isLocked };
}
