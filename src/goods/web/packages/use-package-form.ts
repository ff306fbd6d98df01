import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { errorText } from "#ui/web/i18n/texts.ts";
import type { Profile } from "#people/contract/profile.ts";
import { countryByCode, origins } from "#catalogue/rules/country.ts";
import {
  emptyRecipient,
  recipientFieldsOf,
  recipientOfProfile,
  type Recipient,
} from "#catalogue/rules/recipient.ts";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";
import { checkTrackingNumber, tidyTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import type { ShowToast } from "#ui/web/toast.tsx";
import {
  addChosenNumbers,
  isSameNumber,
  readChosenNumbers,
  typedNumber,
  writeChosenNumbers,
} from "#goods/web/parcels/chosen-numbers.ts";
import { useChosenFiles, useLostFiles } from "#ui/web/chosen-files.tsx";
import { imageRules } from "./package-image-grid.tsx";
import { recipientSchema, weightField } from "./package-fields.tsx";
import { useSavePackage, type PackageDraft } from "./save-package.ts";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

const schema = z.object({
  trackingNumber: z.pipe(
    requiredText(() => t("fields.trackingNumberMissing")).check(
      z.refine((text) => checkTrackingNumber(text).ok, {
        error: () => errorText("invalid_tracking_number"),
      }),
    ),
    z.transform(tidyTrackingNumber),
  ),
  estimatedWeight: weightField,
  origin: requiredText(() => t("fields.originMissing")),
  destination: requiredText(() => t("fields.destinationMissing")),
  description: z.string(),
  /** Pasted text whose numbers are not among the further ones yet. */
  pastedNumbers: z
    .string()
    .check(
      z.refine((text) => text.trim() === "", { error: () => t("package-details.numbersNotAdded") }),
    ),
  furtherNumbers: z.pipe(z.string(), z.transform(readChosenNumbers)),
  imageNames: z.string(),
  ...recipientSchema,
});

export type PackageFields = AppForm<keyof z.input<typeof schema>>;

/** The user's profile; undefined until it is loaded. */
function useProfile(): Profile | undefined {
  const api = useApi();
  return useQuery(api.users.readProfile.queryOptions({ input: {} })).data;
}

/** The recipient that the profile and the destination say; nothing until the profile is loaded. */
function recipientFor(
  profile: Profile | undefined,
  { name, destination }: Readonly<Record<"name" | "destination", string>>,
): Partial<Recipient> {
  if (profile === undefined) return {};
  const ofProfile = recipientOfProfile(profile, destination);
  // The profile's name in Latin letters is not that of another recipient.
  return name === ofProfile.name ? ofProfile : { ...ofProfile, latinName: "" };
}

/** The numbers of parcels that the Parcels page wants in a new package. */
function useNumbersOfParcels(fields: PackageFields): void {
  const location = useLocation();
  const navigate = useNavigate();
  const numbers = numbersIn(location.state);
  const written = useRef<string | null>(null);
  useEffect(() => {
    // Writing renders again, before the address without the numbers arrives.
    if (numbers.length === 0 || written.current === location.key) return;
    written.current = location.key;
    const { trackingNumber, furtherNumbers } = fields.values;
    const [first = "", ...others] = numbers;
    const isFirst = trackingNumber.trim() === "";
    const { numbers: further } = addChosenNumbers(
      readChosenNumbers(furtherNumbers),
      (isFirst ? others : numbers)
        .filter((number) => !isSameNumber(number, trackingNumber))
        .map(typedNumber),
      declarationLimits.numbersPerRequest - 1,
    );
    fields.write({
      trackingNumber: isFirst ? first : trackingNumber,
      furtherNumbers: writeChosenNumbers(further),
    });
    // A reload restores the draft, which has them.
    void navigate(".", { replace: true, state: null });
  });
}

function numbersIn(state: unknown): readonly string[] {
  const read = z.safeParse(z.object({ trackingNumbers: z.array(z.string()) }), state);
  return read.success ? read.data.trackingNumbers : [];
}

function draftOf(values: z.output<typeof schema>): PackageDraft {
  const { trackingNumber, origin, destination, description, estimatedWeight } = values;
  const recipient = recipientFieldsOf(values);
  const weight = { estimatedWeightGrams: estimatedWeight };
  const furtherTrackingNumbers = values.furtherNumbers
    .map((number) => number.trackingNumber)
    .filter((number) => !isSameNumber(number, trackingNumber));
  const route = { origin, destination };
  return {
    trackingNumber,
    ...route,
    description,
    ...weight,
    furtherTrackingNumbers,
    recipient,
  };
}

function showErrorToast(error: unknown, showToast: ShowToast): void {
  const code = apiErrorCode(error);
  if (code === null) showToast({ ...toastText("packageNotSaved"), kind: "destructive" });
  if (code === "invalid_weight") showToast({ ...toastText("invalidWeight"), kind: "destructive" });
  if (code === "missing_information")
    showToast({ ...toastText("missingPackageInformation"), kind: "destructive" });
}

/** The form with its images; origin defaults to China and destination to the profile's country. */
export function usePackageForm() {
  const chosen = useChosenFiles(imageRules);
  const saving = useSavePackage();
  const profile = useProfile();
  const destination = countryByCode(profile?.country ?? "")?.name ?? "";
  const isLocked = saving.isSending || saving.pendingUploads !== null;
  const fields = useAppForm({
    schema,
    initialValues: {
      trackingNumber: "",
      estimatedWeight: "",
      origin: origins[0]?.name ?? "",
      destination,
      description: "",
      pastedNumbers: "",
      furtherNumbers: "",
      imageNames: "",
      ...emptyRecipient,
    },
    following: (values) => recipientFor(profile, values),
    fieldOf: {
      invalid_tracking_number: "trackingNumber",
      weight_above_plan: "estimatedWeight",
      invalid_weight: "estimatedWeight",
    },
    draft: { name: "new-package" },
    hasProgress: true,
    onSubmit: async (values, tools) => {
      if (isLocked) return;
      const files = chosen.files.map(({ file }) => file);
      await saving.save(draftOf(values), files, tools);
    },
    onInvalid: (errors, { showToast }) => {
      const messages: readonly string[] = Object.values(errors);
      const missing = [
        t("fields.trackingNumberMissing"),
        t("fields.originMissing"),
        t("fields.destinationMissing"),
      ];
      if (missing.some((message) => messages.includes(message)))
        showToast({ ...toastText("missingPackageInformation"), kind: "destructive" });
      else if (errors.estimatedWeight !== undefined)
        showToast({ ...toastText("invalidWeight"), kind: "destructive" });
    },
    onError: (error, { showToast }) => showErrorToast(error, showToast),
  });
  useNumbersOfParcels(fields);
  const lostImages = useLostFiles(fields.field("imageNames"), chosen.files);
  return { fields, chosen, lostImages, saving, isLocked };
}
