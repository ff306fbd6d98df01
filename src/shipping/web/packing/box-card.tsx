import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { photosOfClosedBox } from "#shipping/rules/ship-request.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import desk from "#ui/web/desk/desk.module.css";
import { DeskFigure } from "#ui/web/desk/desk-screen.tsx";
import { weightText } from "#ui/web/figures.tsx";
import { Select } from "#ui/web/select.tsx";
import classes from "./packing.module.css";
import { PhotoList, UnsentPhotos, type ShownPhotos } from "./packing-photos.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useCallback, useContext, useRef, useState } from "react";
import type { ScaleReading } from "#ui/web/desk/scale-reading.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { readDraft, removeDraft, writeDraft } from "#ui/web/drafts.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { useIdempotencyKey } from "#ui/web/idempotency-key.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { readLine } from "#goods/web/receiving/parse-input.ts";

const noBox = "none";

/** What the parcels weigh together; null where one of them was not weighed. */
function parcelsGrams(request: PackingRequest): number | null {
  const going = request.parcels.filter(({ state }) => state === "to_find" || state === "in_box");
  return going.reduce<number | null>(
    (sum, { weightGrams }) => (sum === null || weightGrams === null ? null : sum + weightGrams),
    0,
  );
}

function Photos(props: { request: PackingRequest; photos: ShownPhotos }) {
  const { request, photos } = props;
  const { id: shipRequestId, images } = request;
  return (
    <section aria-label={t("packing.photos")}>
      <Group gap="sm">
        {photosOfClosedBox.map((kind) => {
          const has = images.some((image) => image.kind === kind);
          return (
            <Button
              key={kind}
              variant="default"
              size="md"
              leftSection={
                has ? (
                  <CircleCheck size={18} aria-hidden="true" className={classes["taken"]} />
                ) : (
                  <CircleDashed size={18} aria-hidden="true" />
                )
              }
              aria-label={t(has ? "packing.photoAgain" : "packing.photoOfKind", {
                kind: t(`packing.photo.${kind}`),
              })}
              onClick={() => void photos.take({ shipRequestId, kind })}
            >
              {t(`packing.photo.${kind}`)}
            </Button>
          );
        })}
      </Group>
      <UnsentPhotos photos={photos} />
      <PhotoList label={t("packing.photos")} images={images} />
    </section>
  );
}

function boxOptions({ boxes }: PackingRequest) {
  return [
    ...boxes.map(({ id, name, sidesMm }) => ({
      value: id,
      label: `${name} · ${sidesText(sidesMm)}`,
    })),
    { value: noBox, label: t("packing.withoutBox") },
  ];
}

function Problem({ box, request }: { box: BoxState; request: PackingRequest }) {
  const { problem, entries } = box;
  if (problem === null) return null;
  const sum = parcelsGrams(request);
  return (
    <Alert color={problem.isUnusualWeight || problem.isNetWeight ? "orange" : "red"} role="alert">
      <Text>{problem.message}</Text>
      {problem.isUnusualWeight && sum !== null && entries.weightGrams !== null ? (
        <Text>
          {t("packing.weightsCompared", {
            packed: weightText(entries.weightGrams),
            parcels: weightText(sum),
          })}
        </Text>
      ) : null}
      {problem.isUnusualWeight ? (
        <Button
          mt="xs"
          size="md"
          loading={box.isClosing}
          onClick={() => void box.close({ isWeightConfirmed: true })}
        >
          {t("packing.weightIsRight")}
        </Button>
      ) : null}
      {problem.isNetWeight ? (
        <Button
          mt="xs"
          size="md"
          loading={box.isClosing}
          onClick={() => void box.close({ dividesNetWeights: true })}
        >
          {t("packing.divideNetWeights")}
        </Button>
      ) : null}
    </Alert>
  );
}

/** Weight, sides, box and photos, and the button that closes it. */
export function BoxCard(props: {
  request: PackingRequest;
  box: BoxState;
  photos: ShownPhotos;
  openWork: readonly ExtraServiceWork[];
}) {
  const { request, box, photos } = props;
  const openCount = props.openWork.length;
  const { entries } = box;
  const sum = parcelsGrams(request);
  return (
    <Card component="section" aria-label={t("packing.box")}>
      <Title order={2} size="h4" mb="sm">
        {t("packing.box")}
      </Title>
      <Stack gap="md">
        <dl className={desk["figures"]} aria-live="polite">
          <DeskFigure
            label={t("common.weight")}
            value={entries.weightGrams === null ? null : weightText(entries.weightGrams)}
            hint={
              sum === null
                ? t("packing.weightHint")
                : t("packing.weightHintSum", { weight: weightText(sum) })
            }
          />
          <DeskFigure
            label={t("packing.sides")}
            value={entries.sidesMm === null ? null : sidesText(entries.sidesMm)}
            hint={t("packing.sidesHint")}
          />
        </dl>
        <Select
          size="md"
          label={t("packing.usedBox")}
          data={boxOptions(request)}
          value={entries.boxId ?? noBox}
          allowDeselect={false}
          onChange={(id) => box.enter({ boxId: id === noBox ? null : id })}
        />
        <Photos request={request} photos={photos} />
        <Problem box={box} request={request} />
        <Button
          size="lg"
          loading={box.isClosing}
          disabled={openCount > 0 || photos.unsent.some(({ message }) => message === null)}
          onClick={() => void box.close({})}
        >
          {t("packing.close")}
        </Button>
        {openCount === 0 ? null : (
          <Text size="sm">
            {t(
              props.openWork.some(({ canRefuse }) => canRefuse)
                ? "packing.closeBlocked"
                : "packing.closeBlockedNotRefusable",
              { count: openCount },
            )}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

type SidesMm = readonly [number, number, number];

/** The closed box as it was weighed and measured; `boxId` null: without a box of ours. */
type BoxEntries = {
  readonly weightGrams: number | null;
  readonly sidesMm: SidesMm | null;
  readonly boxId: string | null;
};

/** Why the box was not closed; an unusual weight may be confirmed, and net weights divided by us. */
type BoxProblem = {
  readonly message: string;
  readonly isUnusualWeight: boolean;
  readonly isNetWeight: boolean;
};

/** What the packer confirmed about the weights that are entered. */
type Confirmed = { readonly isWeightConfirmed?: boolean; readonly dividesNetWeights?: boolean };

/** A weight or the sides that were typed into the field; null where the line is something else, such as a scan. */
export function entryOf(text: string): Partial<BoxEntries> | { readonly fault: string } | null {
  const line = readLine(text, { isOpen: false, hasChoices: false });
  if (line.kind === "weight") return { weightGrams: line.weightGrams };
  if (line.kind === "sides") return { sidesMm: line.sidesMm };
  if (line.kind === "weight_out_of_range") return { fault: t("packing.weightOutOfRange") };
  return line.kind === "sides_out_of_range" ? { fault: t("packing.sidesOutOfRange") } : null;
}

const draftVersion = "1";

/** Entries as the texts of a draft. */
function storedEntries({ weightGrams, sidesMm, boxId }: BoxEntries): Record<string, string> {
  return {
    ...(weightGrams !== null && { weightGrams: String(weightGrams) }),
    ...(sidesMm !== null && { sidesMm: sidesMm.join(" ") }),
    boxId: boxId ?? noBox,
  };
}

/** The entries that a draft has. */
function readEntries(values: Readonly<Record<string, string>>): Partial<BoxEntries> {
  const weightGrams = Number(values["weightGrams"]);
  const [length = 0, width = 0, height = 0] = (values["sidesMm"] ?? "").split(" ").map(Number);
  const { boxId } = values;
  return {
    ...(weightGrams > 0 && { weightGrams }),
    ...(length > 0 && width > 0 && height > 0 && { sidesMm: [length, width, height] as const }),
    ...(boxId !== undefined && { boxId: boxId === noBox ? null : boxId }),
  };
}

/** Weight, sides and box of a request, until it is closed with them. */
export function useBox(options: {
  readonly request: PackingRequest;
  readonly onClosed: (request: PackingRequest) => void;
}) {
  const { request, onClosed } = options;
  const client = useApiClient();
  const owner = useContext(DraftOwner);
  const draft = `packing-box:${request.id}`;
  const [entries, setEntries] = useState<BoxEntries>(() => ({
    weightGrams: null,
    sidesMm: null,
    boxId: request.suggestedBoxId,
    ...(owner !== null && readEntries(readDraft(owner, draft, draftVersion)?.values ?? {})),
  }));
  const [problem, setProblem] = useState<BoxProblem | null>(null);
  const [isClosing, setClosing] = useState(false);
  const key = useIdempotencyKey();

  const known = useRef(entries);
  const confirmed = useRef<Confirmed>({});
  const enter = useCallback(
    (changed: Partial<BoxEntries>) => {
      setProblem(null);
      confirmed.current = {};
      known.current = { ...known.current, ...changed };
      setEntries(known.current);
      // An open box is weighed once, also where somebody reloads the page or goes back to the list.
      const values = storedEntries(known.current);
      if (owner !== null)
        writeDraft(owner, draft, { values, originals: {}, version: draftVersion });
    },
    [owner, draft],
  );
  /** A stable weight counts, and replaces what was typed. */
  const readScale = useCallback(
    (reading: ScaleReading | null) => {
      if (reading?.kind === "stable") enter({ weightGrams: reading.weightGrams });
    },
    [enter],
  );

  const close = async (confirming: Confirmed) => {
    const { weightGrams, sidesMm, boxId } = entries;
    if (isClosing) return;
    if (weightGrams === null || sidesMm === null) {
      const message = t(weightGrams === null ? "packing.weightNeeded" : "packing.sidesNeeded");
      setProblem({ message, isUnusualWeight: false, isNetWeight: false });
      return;
    }
    confirmed.current = { ...confirmed.current, ...confirming };
    const input = {
      shipRequestId: request.id,
      weightGrams,
      sidesMm: [...sidesMm] as [number, number, number],
      boxId,
      isWeightConfirmed: false,
      ...confirmed.current,
    };
    setClosing(true);
    setProblem(null);
    try {
      const closed = await key.use(
        (idempotencyKey) => client.packing.closeBox({ ...input, idempotencyKey }),
        JSON.stringify(input),
      );
      if (owner !== null) removeDraft(owner, draft);
      onClosed(closed);
    } catch (error) {
      setProblem({
        message: apiErrorMessage(error, t("packing.notClosed")),
        isUnusualWeight: apiErrorCode(error) === "unusual_weight",
        isNetWeight: apiErrorCode(error) === "net_weight_too_high",
      });
    } finally {
      setClosing(false);
    }
  };
  return { entries, enter, readScale, close, isClosing, problem };
}

type BoxState = ReturnType<typeof useBox>;
