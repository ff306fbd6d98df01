/** The screen that opens a carrier's tracking page. */
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
import { Form } from "#web/ui/form.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Split } from "#web/ui/split.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { CarrierListCard } from "./carrier-list-card.tsx";
import { CarrierSelect } from "./carrier-select.tsx";
import { NumberInput } from "./number-input.tsx";
import { OwnPackages } from "./own-packages.tsx";

type Wrong = { readonly number?: string; readonly carrier?: string };

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

/** Opens the carrier's page in a new tab; where it may not fill the number in, the number is copied along. */
function openTrackingPage(carrierId: CarrierId, number: string): void {
  const carrier = carrierById(carrierId);
  if (!carrier.isNumberFilledIn) {
    void copyNumber(number).then((isCopied) => {
      if (!isCopied) return;
      showToast({
        title: "Tracking number copied",
        description: `${carrier.name} may ask for the number again: paste it there.`,
      });
    });
  }
  window.open(trackingPageUrl(carrierId, number), "_blank", "noopener");
}

/** What is typed and chosen. A carrier that the number tells of is chosen until somebody chooses another. */
function useTracking() {
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

function TrackingForm(props: { tracking: ReturnType<typeof useTracking> }) {
  const { tracking } = props;
  const { number, carrierId } = tracking;
  const [wrong, setWrong] = useState<Wrong>({});
  const numberInput = useRef<HTMLInputElement>(null);
  const carrierInput = useRef<HTMLInputElement>(null);
  const submit = () => {
    if (number === "") {
      showToast({ ...toasts.trackingNumberRequired, kind: "destructive" });
      setWrong({ number: "Enter a tracking number." });
      numberInput.current?.focus();
    } else if (carrierId === null) {
      showToast({ ...toasts.carrierRequired, kind: "destructive" });
      setWrong({ carrier: "Choose a carrier." });
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
    <SectionCard title="Where is it now?">
      <Form onSubmit={submit} label="Track Shipment">
        <NumberInput
          text={tracking.text}
          isMistyped={tracking.isMistyped}
          error={wrong.number}
          ref={numberInput}
          onText={(text) => {
            tracking.setText(text);
            setWrong({});
          }}
        />
        <CarrierSelect
          carrierId={carrierId}
          candidates={tracking.candidates}
          isPicked={tracking.isPicked}
          error={wrong.carrier}
          ref={carrierInput}
          onPick={(id) => {
            tracking.setPicked(id);
            setWrong({});
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
          The carrier's own page opens in a new tab.
        </Text>
      </Form>
    </SectionCard>
  );
}

function Tracking() {
  const tracking = useTracking();
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
        description="Look a number up at its carrier. Where it belongs to a package of yours, its journey shows here."
      />
      <Split
        first={
          <>
            {/* A link with another number begins anew. */}
            <Tracking key={search.toString()} />
          </>
        }
        second={
          <>
            <CarrierListCard />
          </>
        }
      />
    </>
  );
}
