// Whose rules stop a box because of what is in it, and what its customer can do then.
import { flagsOfContents, type BoxContents, type RuledFlag } from "#catalogue/rules/goods-rule.ts";

/** What a service says to a box, as far as it depends on its goods. */
type Compared = {
  readonly service: { readonly code: string };
  readonly reasons: readonly {
    readonly kind: string;
    readonly carrierCode?: string | null | undefined;
    readonly flag?: RuledFlag | undefined;
    readonly needsProof?: boolean | undefined;
  }[];
};

type StoppedBox = {
  /** Whose rules they are, each once; none where they are not a carrier's. */
  readonly carrierCodes: readonly string[];
  /** Whether these allow it with a proof of what it is. */
  readonly needsProof: boolean;
  /** The services that take it once a proof was seen. */
  readonly provableCodes: readonly string[];
  /** The rules by which parcels of the box stop it. */
  readonly rules: readonly Compared["reasons"][number][];
  /** Whether another service takes it. */
  readonly hasOther: boolean;
};

function rulesOf(services: readonly Compared[]) {
  return services.flatMap(({ reasons }) => reasons.filter(({ kind }) => kind === "goods_rule"));
}

/** What stops a box: the rules that close the chosen service, or every one where none takes it. */
export function stoppedBox(services: readonly Compared[], chosenCode: string | null): StoppedBox {
  const hasOther = services.some(({ reasons }) => reasons.length === 0);
  const chosen = services.filter(({ service }) => service.code === chosenCode);
  const closed = hasOther ? chosen : services;
  const rules = rulesOf(closed);
  // Who asks for a proof is not said to refuse, nor who refuses to ask for one.
  const refusing = rules.filter(({ needsProof }) => needsProof !== true);
  const named = refusing.length === 0 ? rules : refusing;
  const ofChosen = rulesOf(chosen);
  return {
    carrierCodes: [...new Set(named.flatMap(({ carrierCode }) => carrierCode ?? []))],
    needsProof: rules.length > 0 && refusing.length === 0,
    provableCodes: closed
      .filter(
        ({ reasons }) =>
          reasons.length > 0 &&
          reasons.every(({ kind, needsProof }) => kind === "goods_rule" && needsProof === true),
      )
      .map(({ service }) => service.code),
    rules: ofChosen.length === 0 ? rules : ofChosen,
    hasOther,
  };
}

/** Whether something in a parcel stops its box; what was proved is not what a rule asks a proof of. */
export function stopsBox(contents: BoxContents, { rules }: Pick<StoppedBox, "rules">): boolean {
  const { proven = [] } = contents;
  return flagsOfContents(contents).some((flag) =>
    rules.some(
      (rule) => rule.flag === flag && !(rule.needsProof === true && proven.includes(flag)),
    ),
  );
}
