// Whose rules stop a box because of what is in it, and what its customer can do then.
import type { RuledFlag } from "#catalogue/rules/goods-rule.ts";

/** What a service says to a box, as far as it depends on its goods. */
type Compared = {
  readonly service: { readonly code: string };
  readonly reasons: readonly {
    readonly kind: string;
    readonly carrierCode?: string | undefined;
    readonly flag?: RuledFlag | undefined;
    readonly needsProof?: boolean | undefined;
  }[];
};

export type StoppedBox = {
  /** Whose rules they are, each once; none where the chosen service is closed by no rule. */
  readonly carrierCodes: readonly string[];
  /** What they are about, each once. */
  readonly flags: readonly RuledFlag[];
  /** Whether a proof of what it is opens a service again. */
  readonly isProofEnough: boolean;
  /** Whether another service takes it. */
  readonly hasOther: boolean;
};

/** What stops a box: the rules that close the chosen service, or every one where none takes it. */
export function stoppedBox(services: readonly Compared[], chosenCode: string | null): StoppedBox {
  const hasOther = services.some(({ reasons }) => reasons.length === 0);
  const chosen = services.filter(({ service }) => service.code === chosenCode);
  const closed = hasOther ? chosen : services;
  const rules = closed.flatMap(({ reasons }) =>
    reasons.filter(({ kind }) => kind === "goods_rule"),
  );
  return {
    carrierCodes: [...new Set(rules.flatMap(({ carrierCode }) => carrierCode ?? []))],
    flags: [...new Set(rules.flatMap(({ flag }) => flag ?? []))],
    isProofEnough: closed.some(
      ({ reasons }) =>
        reasons.length > 0 &&
        reasons.every(({ kind, needsProof }) => kind === "goods_rule" && needsProof === true),
    ),
    hasOther,
  };
}
