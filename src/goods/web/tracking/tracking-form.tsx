import { Button, Group, Stack, Text } from "@mantine/core";
import Copy from "lucide-react/icons/copy";
import ExternalLink from "lucide-react/icons/external-link";
import { lazy, useMemo } from "react";
import { useSearchParams } from "react-router";
import * as z from "zod/mini";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import { trackingPageUrl } from "#catalogue/rules/carrier.ts";
import {
  looksMistyped,
  preselectedCarrier,
  recogniseTrackingNumber,
} from "#catalogue/rules/tracking-number.ts";
import { tidyTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { carrierName } from "#catalogue/web/carriers/use-carriers.tsx";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { Form } from "#ui/web/form.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import type { ShowToast } from "#ui/web/toast.tsx";
import { CarrierSelect } from "./carrier-select.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { NumberInput } from "./number-input.tsx";

const OwnPackages = lazy(async () => ({
  default: (await import("./own-packages.tsx")).OwnPackages,
}));

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
      <LazyPart isWanted={number !== ""}>
        <OwnPackages number={number} />
      </LazyPart>
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
