import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { isOpenShipRequest } from "#goods/rules/package-stage.ts";
import { useOpenPapers, usePrintBox } from "#shipping/web/print-box.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import desk from "#ui/web/desk/desk.module.css";
import { DeskFigure } from "#ui/web/desk/desk-screen.tsx";
import { momentText, weightText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PhotoList } from "./packing-photos.tsx";
import type { RequestAct } from "./reason-dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const ReasonDialog = laterPart(async () => (await import("./reason-dialog.tsx")).ReasonDialog);

/** Gives an element the focus once the box is closed: the field and the button that had it are gone then. */
function useFocusOnceClosed(isClosed: boolean, element: RefObject<HTMLElement | null>): void {
  const wasClosed = useRef(isClosed);
  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body;
    if (isClosed && !wasClosed.current && hasLostFocus) element.current?.focus();
    wasClosed.current = isClosed;
  }, [isClosed, element]);
}

/** What can still be done with a request: opening its box, and canceling it. */
export function RequestActs(props: {
  request: PackingRequest;
  onChanged: (request: PackingRequest) => void;
  onPrinted: () => Promise<void>;
}) {
  const { request, onPrinted } = props;
  const printBox = usePrintBox();
  const papers = useOpenPapers();
  const isPaid = request.state === "accepted" || request.state === "labelled";
  const [act, setAct] = useState<RequestAct | null>(null);
  const mayPack = useMayUse("packing");
  const mayOpen = mayPack && request.packed !== null;
  const printButton = useRef<HTMLButtonElement>(null);
  useFocusOnceClosed(mayOpen, printButton);
  if (!isOpenShipRequest(request.state)) return null;
  return (
    <>
      <Group gap="sm">
        {mayOpen ? (
          <>
            <Button
              ref={printButton}
              size="md"
              onClick={() => void printBox(request).then(onPrinted)}
            >
              {t(isPaid ? "packing.printLabel" : "packing.printSlip")}
            </Button>
            {request.state === "labelled" ? (
              <Button
                variant="default"
                size="md"
                loading={papers.isRunning}
                onClick={() => void papers.run(request.id)}
              >
                {t("packing.papers")}
              </Button>
            ) : null}
            <Button variant="default" size="md" onClick={() => setAct("open_box")}>
              {t("packing.openBox")}
            </Button>
          </>
        ) : null}
        <Button variant="outline" color="red" size="md" onClick={() => setAct("cancel")}>
          {t("packing.cancelRequest")}
        </Button>
      </Group>
      <ReasonDialog
        isWanted={act !== null}
        act={act}
        request={request}
        onClose={() => setAct(null)}
        onChanged={props.onChanged}
      />
    </>
  );
}

/** A closed box as it was weighed and measured, and what it waits for. */
export function ClosedBoxCard({ request }: { request: PackingRequest }) {
  const { packed, boxes, images } = request;
  if (packed === null) return null;
  const boxName = boxes.find(({ id }) => id === packed.boxId)?.name ?? t("packing.withoutBox");
  return (
    <Card component="section" aria-label={t("packing.box")}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t("packing.closedBox")}
        </Title>
        <dl className={desk["figures"]}>
          <DeskFigure label={t("common.weight")} value={weightText(packed.weightGrams)} />
          <DeskFigure label={t("packing.sides")} value={sidesText(packed.sidesMm)} />
        </dl>
        <Text size="sm">
          {[boxName, t("packing.closedAt", { moment: momentText(packed.packedAt, true) })].join(
            " · ",
          )}
        </Text>
        <PhotoList label={t("packing.photos")} images={images} />
      </Stack>
    </Card>
  );
}
