import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import Copy from "lucide-react/icons/copy";
import ExternalLink from "lucide-react/icons/external-link";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import * as z from "zod/mini";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import { trackingPageUrl } from "#catalogue/rules/carrier.ts";
import {
  looksMistyped,
  preselectedCarrier,
  recogniseTrackingNumber,
  type TrackingCandidate,
} from "#catalogue/rules/tracking-number.ts";
import { tidyTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { carrierName, useCarriers, type NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { useAppForm, type AppForm, type Field, type SelectField } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { Form } from "#ui/web/form.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import type { ShowToast } from "#ui/web/toast.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { recognitionReasonText, issuerName } from "#tracking/web/i18n/tracking-labels.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { Select } from "#ui/web/select.tsx";
import classes from "#goods/web/packages/packages.module.css";
import { OwnPackages } from "./own-packages.tsx";

/** A carrier recognized from the number is selected until the user selects another. */
function selectedCarrier(
  carriers: readonly Carrier[],
  values: { readonly number: string; readonly carrier: string },
): Carrier | null {
  const find = (wanted: string | null) => carriers.find(({ code }) => code === wanted) ?? null;
  return find(values.carrier) ?? find(preselectedCarrier(recogniseTrackingNumber(values.number)));
}

function schemaFor(carriers: readonly Carrier[]) {
  return z
    .object({ number: requiredText(() => t("fields.trackingNumberMissing")), carrier: z.string() })
    .check(
      z.refine((values) => selectedCarrier(carriers, values) !== null, {
        path: ["carrier"],
        error: () => t("fields.carrierMissing"),
        when: ({ issues }) => issues.length === 0,
      }),
    );
}

async function copyNumber(number: string, showToast: ShowToast): Promise<boolean> {
  if (number === "") {
    showToast({ ...toastText("noTrackingNumber"), kind: "destructive" });
    return false;
  }
  try {
    await navigator.clipboard.writeText(number);
    return true;
  } catch {
    showToast({ ...toastText("copyFailed"), kind: "destructive" });
    return false;
  }
}

/** Opens the carrier's page in a new tab; copies the number if that page may not fill it in. */
function openTrackingPage(carrier: Carrier, number: string, showToast: ShowToast): void {
  if (carrier.trackingPage === null) return;
  if (!carrier.isNumberFilledIn) {
    void copyNumber(number, showToast).then((isCopied) => {
      if (!isCopied) return;
      showToast({
        title: t("tracking.copied"),
        description: t("tracking.copiedDescription", { carrier: carrierName(carrier) }),
      });
    });
  }
  window.open(trackingPageUrl(carrier.trackingPage, number), "_blank", "noopener");
}

/** The form with the carriers of Track Shipment, and the packages of the customer that have the number. */
export function Tracking(props: { carriers: readonly Carrier[] }) {
  const { carriers } = props;
  const schema = useMemo(() => schemaFor(carriers), [carriers]);
  const [search] = useSearchParams();
  const form = useAppForm({
    schema,
    initialValues: { number: search.get("number") ?? "", carrier: search.get("carrier") ?? "" },
    draft: { name: "tracking", until: "left" },
    onSubmit: (values, { showToast }) => {
      const carrier = selectedCarrier(carriers, values);
      if (carrier !== null) openTrackingPage(carrier, tidyTrackingNumber(values.number), showToast);
    },
    onInvalid: (errors, { showToast }) => {
      const toast = errors.number
        ? toastText("trackingNumberRequired")
        : toastText("carrierRequired");
      showToast({ ...toast, kind: "destructive" });
    },
  });
  const number = tidyTrackingNumber(form.values.number);
  return (
    <Stack gap="lg">
      <TrackingForm form={form} number={number} carriers={carriers} />
      <OwnPackages number={number} />
    </Stack>
  );
}

function TrackingForm(props: {
  form: AppForm<"number" | "carrier">;
  number: string;
  carriers: readonly Carrier[];
}) {
  const { form, number, carriers } = props;
  const { values } = form;
  const copy = async () => {
    const isCopied = await copyNumber(number, form.showToast);
    if (isCopied) form.showToast({ title: t("tracking.copied"), kind: "success" });
    else form.focus("number");
  };
  return (
    <SectionCard title={t("tracking.trackPackageTitle")}>
      <Form form={form} label={t("tracking.title")}>
        <NumberInput field={form.field("number")} isMistyped={looksMistyped(values.number)} />
        <CarrierSelect
          field={form.select("carrier")}
          carriers={carriers}
          carrierCode={selectedCarrier(carriers, values)?.code ?? null}
          candidates={recogniseTrackingNumber(values.number)}
          isPicked={carriers.some(({ code }) => code === values.carrier)}
        />
        <Group gap="sm">
          <Button
            type="submit"
            size="md"
            w={{ base: "100%", xs: "auto" }}
            rightSection={<ExternalLink size={16} />}
          >
            {t("tracking.trackPackage")}
          </Button>
          <Button
            size="md"
            variant="default"
            w={{ base: "100%", xs: "auto" }}
            leftSection={<Copy size={16} />}
            onClick={() => void copy()}
          >
            {t("tracking.copyNumber")}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {t("tracking.newTab")}
        </Text>
      </Form>
    </SectionCard>
  );
}

/** Accepts any tracking number; a possible typo is only a hint. */
export function NumberInput(props: { field: Field; isMistyped: boolean }) {
  return (
    <TextInput
      {...props.field}
      label={t("common.trackingNumber")}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={100}
      placeholder={t("tracking.numberExample")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={props.isMistyped ? t("tracking.mistyped") : undefined}
    />
  );
}

type Guess = { readonly carrier: Carrier; readonly reason: TrackingCandidate["reason"] };

/** Why the carrier is preselected, or which other carrier issued the number. */
function explanation(
  candidates: readonly TrackingCandidate[],
  carriers: readonly Carrier[],
  isPicked: boolean,
  nameOf: NameOf,
): string | null {
  const match = candidates.find(({ strength }) => strength === "strong");
  if (match === undefined) return null;
  if (carriers.every(({ code }) => code !== match.carrierCode)) {
    return t("tracking.issuedElsewhere", { issuer: issuerName(match.issuer, nameOf) });
  }
  if (isPicked) return null;
  const reason = recognitionReasonText(match.reason).toLocaleLowerCase(readerLocale());
  return t("tracking.recognized", { reason });
}

/** Carriers that the number may belong to, most likely first. */
function Guesses(props: { guesses: readonly Guess[]; onPick: (code: string) => void }) {
  if (props.guesses.length === 0) return null;
  return (
    <section aria-label={t("tracking.likelyCarriers")}>
      <Text size="sm" c="dimmed" mb={6}>
        {t("tracking.mayBelongTo")}
      </Text>
      <ol className={`plain-list ${classes["guesses"]}`}>
        {props.guesses.map(({ carrier, reason }) => (
          <li key={carrier.code}>
            <Button size="compact-sm" variant="light" onClick={() => props.onPick(carrier.code)}>
              {carrierName(carrier)}
            </Button>
            <Text span size="sm" c="dimmed">
              {recognitionReasonText(reason)}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** @param isPicked whether the user selected the carrier, instead of it being recognized from the number. */
export function CarrierSelect(props: {
  field: SelectField;
  /** Those of Track Shipment. */
  carriers: readonly Carrier[];
  carrierCode: string | null;
  candidates: readonly TrackingCandidate[];
  isPicked: boolean;
}) {
  const { nameOf } = useCarriers();
  const { carriers, candidates, isPicked } = props;
  const guesses = candidates.flatMap(({ carrierCode, reason }) =>
    carriers.filter(({ code }) => code === carrierCode).map((carrier) => ({ carrier, reason })),
  );
  return (
    <Stack gap="xs">
      <Select
        {...props.field}
        label={t("common.carrier")}
        placeholder={t("common.chooseCarrier")}
        data={carriers.map((carrier) => ({ value: carrier.code, label: carrierName(carrier) }))}
        allowDeselect={false}
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={explanation(candidates, carriers, isPicked, nameOf)}
        error={props.carrierCode === null ? props.field.error : null}
        value={props.carrierCode}
      />
      {props.carrierCode === null ? (
        <Guesses guesses={guesses} onPick={props.field.onChange} />
      ) : null}
    </Stack>
  );
}
