import { Button, Group, Stack, Text } from "@mantine/core";
import Copy from "lucide-react/icons/copy";
import ExternalLink from "lucide-react/icons/external-link";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { toasts } from "#contract/messages.ts";
import { carrierById, carriers, trackingPageUrl, type CarrierId } from "#core/carrier.ts";
import {
  looksMistyped,
  preselectedCarrier,
  recogniseTrackingNumber,
} from "#core/tracking-number.ts";
import { tidyTrackingNumber } from "#core/tracking-number-text.ts";
import { Form } from "#web/ui/plain-form.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Split } from "#web/ui/split.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { CarrierListCard } from "./carrier-list-card.tsx";
import { CarrierSelect } from "./carrier-select.tsx";
import { NumberInput } from "./number-input.tsx";
import { OwnPackages } from "./own-packages.tsx";

type Errors = { readonly number?: string; readonly carrier?: string };

function carrierIn(search: URLSearchParams): CarrierId | null {
  return carriers.find(({ id }) => id === search.get("carrier"))?.id ?? null;
}

async function copyNumber(number: string): Promise<boolean> {
  if (number === "") {
    showToast({ ...toasts.noTrackingNumber, kind: "destructive" });
    return false;
  }
  try {
    await navigator.clipboard.writeText(number);
    return true;
  } catch {
    showToast({ ...toasts.copyFailed, kind: "destructive" });
    return false;
  }
}

/** Opens the carrier's page in a new tab; copies the number if that page may not fill it in. */
function openTrackingPage(carrierId: CarrierId, number: string): void {
  const carrier = carrierById(carrierId);
  if (!carrier.isNumberFilledIn) {
    void copyNumber(number).then((isCopied) => {
      if (!isCopied) return;
      showToast({
        title: "Tracking number copied",
        description: `${carrier.name} may ask for the number. You can paste it there.`,
      });
    });
  }
  window.open(trackingPageUrl(carrierId, number), "_blank", "noopener");
}

/** The state of the form. A carrier recognized from the number is selected until the user selects another. */
function useTrackingForm() {
  const [search] = useSearchParams();
  const [text, setText] = useState(search.get("number") ?? "");
  const [picked, setPicked] = useState<CarrierId | null>(() => carrierIn(search));
  const candidates = recogniseTrackingNumber(text);
  return {
    text,
    setText,
    setPicked,
    number: tidyTrackingNumber(text),
    candidates,
    isPicked: picked !== null,
    carrierId: picked ?? preselectedCarrier(candidates),
    isMistyped: looksMistyped(text),
  };
}

function TrackingForm(props: { tracking: ReturnType<typeof useTrackingForm> }) {
  const { tracking } = props;
  const { number, carrierId } = tracking;
  const [errors, setErrors] = useState<Errors>({});
  const numberInput = useRef<HTMLInputElement>(null);
  const carrierInput = useRef<HTMLInputElement>(null);
  const submit = () => {
    if (number === "") {
      showToast({ ...toasts.trackingNumberRequired, kind: "destructive" });
      setErrors({ number: "Enter a tracking number." });
      numberInput.current?.focus();
    } else if (carrierId === null) {
      showToast({ ...toasts.carrierRequired, kind: "destructive" });
      setErrors({ carrier: "Choose a carrier." });
      carrierInput.current?.focus();
    } else {
      openTrackingPage(carrierId, number);
    }
  };
  const copy = async () => {
    const isCopied = await copyNumber(number);
    if (isCopied) showToast({ title: "Tracking number copied", kind: "success" });
    else numberInput.current?.focus();
  };
  return (
    <SectionCard title="Track a package">
      <Form onSubmit={submit} label="Track Shipment">
        <NumberInput
          text={tracking.text}
          isMistyped={tracking.isMistyped}
          error={errors.number}
          ref={numberInput}
          onText={(text) => {
            tracking.setText(text);
            setErrors({});
          }}
        />
        <CarrierSelect
          carrierId={carrierId}
          candidates={tracking.candidates}
          isPicked={tracking.isPicked}
          error={errors.carrier}
          ref={carrierInput}
          onPick={(id) => {
            tracking.setPicked(id);
            setErrors({});
          }}
        />
        <Group gap="sm">
          <Button
            type="submit"
            size="md"
            w={{ base: "100%", xs: "auto" }}
            rightSection={<ExternalLink size={16} />}
          >
            Track Package
          </Button>
          <Button
            size="md"
            variant="default"
            w={{ base: "100%", xs: "auto" }}
            leftSection={<Copy size={16} />}
            onClick={() => void copy()}
          >
            Copy Number
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          The carrier's tracking page opens in a new tab.
        </Text>
      </Form>
    </SectionCard>
  );
}

function Tracking() {
  const tracking = useTrackingForm();
  return (
    <Stack gap="lg">
      <TrackingForm tracking={tracking} />
      <OwnPackages number={tracking.number} />
    </Stack>
  );
}

export default function TrackPage() {
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Track Shipment"
        description="Open the carrier's tracking page. For your own packages, the journey is shown here as well."
      />
      <Split
        // The key resets the form when a link with another number is followed.
        first={<Tracking key={search.toString()} />}
        second={<CarrierListCard />}
      />
    </>
  );
}
