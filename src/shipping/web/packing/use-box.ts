import { useCallback, useRef, useState } from "react";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import type { ScaleReading } from "#goods/rules/scale-reading.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { readLine } from "#goods/web/receiving/desk-line.ts";
import { t } from "./messages.ts";

type SidesMm = readonly [number, number, number];

/** The closed box as it was weighed and measured; `boxId` null: without a box of ours. */
export type BoxEntries = {
  readonly weightGrams: number | null;
  readonly sidesMm: SidesMm | null;
  readonly boxId: string | null;
};

/** Why the box was not closed; `unusual` may be confirmed. */
export type BoxProblem = { readonly message: string; readonly isUnusualWeight: boolean };

/** A weight or the sides that were typed into the field; null where the line is something else, such as a scan. */
export function entryOf(text: string): Partial<BoxEntries> | { readonly fault: string } | null {
  const line = readLine(text, { isOpen: false, hasChoices: false });
  if (line.kind === "weight") return { weightGrams: line.weightGrams };
  if (line.kind === "sides") return { sidesMm: line.sidesMm };
  if (line.kind === "weight_out_of_range") return { fault: t("packing.weightOutOfRange") };
  return line.kind === "sides_out_of_range" ? { fault: t("packing.sidesOutOfRange") } : null;
}

/** Weight, sides and box of a request, until it is closed with them. */
export function useBox(options: {
  readonly request: PackingRequest;
  readonly onClosed: (request: PackingRequest) => void;
}) {
  const { request, onClosed } = options;
  const client = useApiClient();
  const [entries, setEntries] = useState<BoxEntries>({
    weightGrams: null,
    sidesMm: null,
    boxId: request.suggestedBoxId,
  });
  const [problem, setProblem] = useState<BoxProblem | null>(null);
  const [isClosing, setClosing] = useState(false);
  /** The same while the same box is closed, so that an answer that was lost closes it once. */
  const key = useRef<{ readonly of: string; readonly value: string } | null>(null);

  const enter = useCallback((changed: Partial<BoxEntries>) => {
    setProblem(null);
    setEntries((before) => ({ ...before, ...changed }));
  }, []);
  /** A stable weight counts, and replaces what was typed. */
  const readScale = useCallback(
    (reading: ScaleReading | null) => {
      if (reading?.kind === "stable") enter({ weightGrams: reading.weightGrams });
    },
    [enter],
  );

  const close = async (isWeightConfirmed: boolean) => {
    const { weightGrams, sidesMm, boxId } = entries;
    if (isClosing) return;
    if (weightGrams === null || sidesMm === null) {
      const message = t(weightGrams === null ? "packing.weightNeeded" : "packing.sidesNeeded");
      setProblem({ message, isUnusualWeight: false });
      return;
    }
    const input = {
      shipRequestId: request.id,
      weightGrams,
      sidesMm: [...sidesMm] as [number, number, number],
      boxId,
      isWeightConfirmed,
    };
    const of = JSON.stringify(input);
    if (key.current?.of !== of) key.current = { of, value: crypto.randomUUID() };
    setClosing(true);
    setProblem(null);
    try {
      onClosed(await client.packing.closeBox({ ...input, idempotencyKey: key.current.value }));
    } catch (error) {
      const code = apiErrorCode(error);
      if (code !== null) key.current = null;
      setProblem({
        message: apiErrorMessage(error, t("packing.notClosed")),
        isUnusualWeight: code === "unusual_weight",
      });
    } finally {
      setClosing(false);
    }
  };
  return { entries, enter, readScale, close, isClosing, problem };
}

export type BoxState = ReturnType<typeof useBox>;
