import { Button, Card, Text, Title, UnstyledButton } from "@mantine/core";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useCallback, useEffect, useRef, useState } from "react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { Code, clockText, weightText } from "#ui/web/figures.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import classes from "./receiving.module.css";
import deskClasses from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { usePrintParcelSticker } from "./labels/parcel-stickers.tsx";
import type { Mistake } from "./mistake-dialog.tsx";
import type { SessionParcel } from "./session-parcels.tsx";

/** Whose it is by the server; null until that has it, and where the outcome says that nobody knows. */
function ownerText({ parcel, kind, outcome }: ReceivedParcel): string | null {
  if (parcel === null) return null;
  const code = parcel.owner?.memberCode ?? null;
  if (code !== null) return formatMemberCode(code);
  return kind === "received" && outcome === "unmatched" ? null : t("receiving.ownerUnknown");
}

function savedText(saved: SessionParcel): string {
  if (saved.kind === "stored") {
    const { storageLocationCode, currentCode = storageLocationCode } = saved;
    return currentCode === null || currentCode === storageLocationCode
      ? t("receiving.move.done", { code: storageLocationCode })
      : t("receiving.move.later", { code: currentCode });
  }
  const { kind, outcome, weightGrams, photosCount, savedAt } = saved;
  return [
    kind === "measured_again" ? t("receiving.measuredAgain") : t(`receiving.outcome.${outcome}`),
    ownerText(saved),
    weightText(weightGrams),
    photosCount === null ? null : t("receiving.photosCount", { count: photosCount }),
    savedAt === undefined ? null : clockText(new Date(savedAt)),
  ]
    .filter((text) => text !== null)
    .join(" · ");
}

function stateText({ correction, isConfirmed }: SessionParcel): string {
  if (correction !== null) return t(`receiving.corrected.${correction}`);
  return t(isConfirmed ? "receiving.confirmed" : "receiving.waiting");
}

type ReceivedParcel = Exclude<SessionParcel, { kind: "stored" }>;

type Handlers = {
  readonly onMeasure: (parcel: StaffInboundParcel) => void;
  readonly onMistake: (mistake: Mistake) => void;
};

/** What can be done with a saved parcel that the server has. */
function SavedActions(props: { saved: SessionParcel; parcel: StaffInboundParcel } & Handlers) {
  const { saved, parcel, onMistake } = props;
  const mayPutRight = useMayUse("receivingMistakes");
  const mayPrint = useMayUse("parcelLabels");
  const { printLabel } = usePrintParcelSticker();
  const { owner } = parcel;
  const action = (label: string, act: () => void) => (
    <Button key={label} variant="default" size="md" onClick={act}>
      {label}
    </Button>
  );
  const correctOwner = () => {
    if (owner !== null) onMistake({ kind: "owner", parcel: { ...parcel, owner } });
  };
  const undo = () => onMistake({ kind: "undo", parcel });
  const print = () => void printLabel(parcel.id, "pdf");
  return (
    <div className={deskClasses["actions"]}>
      {action(t("receiving.measureAgain"), () => props.onMeasure(parcel))}
      {mayPutRight && owner !== null
        ? action(t("receiving-mistakes.wrongOwner"), correctOwner)
        : null}
      {mayPutRight && saved.kind === "received" ? action(t("receiving-mistakes.undo"), undo) : null}
      {mayPrint ? action(t("parcel-labels.print"), print) : null}
    </div>
  );
}

/** A saved parcel, which a press opens for what can be done with it. */
function SavedRow(props: { saved: SessionParcel } & Handlers) {
  const { saved } = props;
  const [isOpen, setOpen] = useState(false);
  const { parcel } = saved;
  const isUsable = parcel !== null && saved.correction !== "undone";
  const words = (
    <>
      <span>
        <Code>{saved.name ?? t("receiving.noLabel")}</Code>
        <span className={deskClasses["quiet"]}>{savedText(saved)}</span>
      </span>
      <span className={classes["savedState"]}>
        <span className={deskClasses["quiet"]}>{stateText(saved)}</span>
        {isUsable ? <ChevronDown size={18} aria-hidden="true" /> : null}
      </span>
    </>
  );
  return (
    <li className={classes["saved"]}>
      {isUsable ? (
        <UnstyledButton
          className={classes["savedRow"] ?? ""}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {words}
        </UnstyledButton>
      ) : (
        <div className={classes["savedRow"]}>{words}</div>
      )}
      {isUsable && isOpen ? <SavedActions {...props} parcel={parcel} /> : null}
    </li>
  );
}

/** What the receiver saved today, newest first. */
export function SavedParcels(props: { parcels: readonly SessionParcel[] } & Handlers) {
  const { parcels, onMeasure, onMistake } = props;
  return (
    <Card component="section">
      <Title order={2} size="h4" mb="xs">
        {t("receiving.recent")}
      </Title>
      {parcels.length === 0 ? (
        <Text c="dimmed">{t("receiving.noRecent")}</Text>
      ) : (
        <ul className={deskClasses["rows"]}>
          {parcels.map((saved) => (
            <SavedRow key={saved.key} saved={saved} onMeasure={onMeasure} onMistake={onMistake} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The mistake that is being put right, and what `U` undoes. */
export function useMistakes(parcels: readonly SessionParcel[]) {
  const [mistake, show] = useState<Mistake | null>(null);
  const latest = useRef(parcels);
  useEffect(() => {
    latest.current = parcels;
  });
  /** The parcel that was received last at this desk, or why there is none that can be undone. */
  const findUndoable = useCallback((): StaffInboundParcel | "nothing_to_undo" | "undo_waits" => {
    const isReceived = ({ kind, correction }: SessionParcel) =>
      kind === "received" && correction !== "undone";
    const last = latest.current.find(isReceived);
    if (last === undefined) return "nothing_to_undo";
    return last.parcel ?? "undo_waits";
  }, []);
  return { mistake, show, findUndoable };
}
