import { Alert, Anchor, Button, Card, Text, UnstyledButton } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { formatDeclaredValue, parcelName } from "#goods/rules/inbound-parcel.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { useCarrierNames } from "#goods/web/parcels/parcel-texts.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { Code, readerLocale, weightText } from "#ui/web/figures.tsx";
import {
  chosenOutcome,
  chosenOwner,
  type DeskOwner,
  choicesOf,
  type DeskAnswer,
  type DeskChoice,
} from "./desk-answer.ts";
import { memberCodeText } from "./parse-input.ts";
import type { Move, OpenParcel } from "./desk-parcel.ts";
import classes from "./receiving.module.css";
import deskClasses from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** The parcel that was chosen or found. */
function shownParcel({ answer, choice }: OpenParcel): StaffInboundParcel | null {
  return choice !== null && "parcel" in choice ? choice.parcel : (answer?.parcel ?? null);
}

/** What staff must know before the parcel is put away. */
function warningsOf(parcel: OpenParcel, owner: DeskOwner | null): readonly string[] {
  const { answer } = parcel;
  if (answer === null) return [];
  const declared = shownParcel(parcel);
  const outcome = chosenOutcome(answer, parcel.choice);
  return [
    ...(answer.isChecked || parcel.scan === null ? [] : [t("receiving.warning.notChecked")]),
    ...(owner?.accountState === "suspended" ? [t("receiving.warning.suspended")] : []),
    ...(owner?.accountState === "closed" ? [t("receiving.warning.closed")] : []),
    ...(owner !== null && owner.nameInitial !== "" && owner.plan === null
      ? [t("receiving.warning.noPlan")]
      : []),
    ...(declared?.state === "cancelled" ? [t("receiving.warning.cancelled")] : []),
    ...(outcome === "undeclared" && answer.candidates.length > 0
      ? [t("receiving.warning.declaredByOther")]
      : []),
  ];
}

function OwnerFacts({ owner }: { owner: DeskOwner | null }) {
  if (owner === null) {
    return (
      <Text size="lg" fw={600}>
        {t("receiving.ownerUnknown")}
      </Text>
    );
  }
  return (
    <div className={deskClasses["owner"]}>
      {owner.nameInitial === "" ? null : (
        <span className={deskClasses["initial"]}>{owner.nameInitial}</span>
      )}
      <div>
        {owner.memberCode === null ? null : (
          <div className={classes["memberCode"]}>{formatMemberCode(owner.memberCode)}</div>
        )}
        {owner.nameInitial === "" ? null : (
          <div className={deskClasses["quiet"]}>{owner.plan ?? t("receiving.noPlan")}</div>
        )}
      </div>
    </div>
  );
}

type Declared = StaffInboundParcel | null;

function valueOf(declared: Declared): string | null {
  const valueMinor = declared?.declaredValueMinor ?? null;
  const currency = declared?.declaredCurrency ?? null;
  return valueMinor === null || currency === null
    ? null
    : formatDeclaredValue(valueMinor, currency, readerLocale());
}

/** Only a parcel that was received carries our label. */
function labelCodeOf(declared: Declared, scanned: string | null): string | null {
  const code =
    declared === null ? scanned : declared.receivedAt === null ? null : declared.labelCode;
  return code === null ? null : formatLabelCode(code);
}

/** What counts of a parcel that was received before. */
function measuredText(declared: Declared): string | null {
  const measured = declared?.measured ?? null;
  if (measured === null) return null;
  const { weightGrams, sidesMm } = measured;
  return sidesMm === null
    ? weightText(weightGrams)
    : `${weightText(weightGrams)} · ${sidesText(sidesMm)}`;
}

function DeclaredFacts({ parcel }: { parcel: OpenParcel }) {
  const { nameOf } = useCarrierNames();
  const declared = shownParcel(parcel);
  const number = declared?.trackingNumber ?? parcel.answer?.trackingNumber ?? parcel.scan;
  const carrier = nameOf(declared?.carrierCode ?? parcel.answer?.carrierCode ?? null);
  const value = valueOf(declared);
  const facts: readonly (readonly [string, string | null])[] = [
    [t("receiving.fact.number"), number ?? t("receiving.noLabel")],
    [t("receiving.fact.carrier"), carrier],
    [t("receiving.fact.contents"), declared?.description ?? null],
    [t("receiving.fact.shop"), declared?.shop ?? null],
    [t("receiving.fact.order"), declared?.orderReference ?? null],
    [t("receiving.fact.value"), value],
    [t("receiving.fact.package"), declared?.packageTrackingNumber ?? null],
    [t("receiving.fact.labelCode"), labelCodeOf(declared, parcel.answer?.labelCode ?? null)],
    [t("receiving.fact.location"), declared?.storageLocationCode ?? null],
    [t("receiving.fact.measured"), measuredText(declared)],
  ];
  return (
    <dl className={classes["facts"]}>
      {facts.map(([label, text]) =>
        text === null || text === "" ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Our label without a network: whose parcel it is on is not known here. */
function isUnknownLabel({ answer, choice }: OpenParcel): boolean {
  return choice === null && answer?.parcel === null && answer.labelCode !== null;
}

function MoveButton({ move, onMove }: { move: Move | null; onMove: () => void }) {
  if (move === null) return null;
  return (
    <Button mt="sm" size="lg" fullWidth onClick={onMove}>
      {t("receiving.move.store", { code: move.storageLocationCode })}
    </Button>
  );
}

/** Whose parcel it is, what was declared, and what has to be chosen. */
export function ParcelFacts(props: {
  parcel: OpenParcel;
  /** What Enter does with a parcel that is here. */
  move: Move | null;
  onMove: () => void;
  onChoose: (number: number) => void;
}) {
  const { parcel } = props;
  const { answer, choice } = parcel;
  const owner = answer === null ? null : chosenOwner(answer, choice);
  const warnings = warningsOf(parcel, owner);
  return (
    <Card component="section" aria-label={t("receiving.parcel")}>
      {answer === null ? (
        <Text size="lg" fw={600}>
          <Code>{parcel.scan ?? t("receiving.noLabel")}</Code>
        </Text>
      ) : (
        <>
          {isUnknownLabel(parcel) ? null : <OwnerFacts owner={owner} />}
          {parcel.memberCode === null ? null : (
            <Text size="sm" mt={4}>
              {t("receiving.typedCode", { code: memberCodeText(parcel.memberCode) })}
            </Text>
          )}
          {warnings.map((warning) => (
            <Alert
              key={warning}
              color="yellow"
              mt="sm"
              icon={<TriangleAlert size={20} aria-hidden="true" />}
            >
              <Text fw={600}>{warning}</Text>
            </Alert>
          ))}
          <MoveButton move={props.move} onMove={props.onMove} />
          <ChoiceList answer={answer} choice={choice} onChoose={props.onChoose} />
          <DeclaredFacts parcel={parcel} />
        </>
      )}
    </Card>
  );
}

/** Leads from a scanned code of a package to that package, in a page of its own. */
export function PackageLink({ packageId }: { packageId: string | null }) {
  if (packageId === null) return null;
  return (
    <Anchor href={`/admin/dashboard/shipments/${packageId}`}>{t("receiving.openPackage")}</Anchor>
  );
}

function ownerText(owner: DeskOwner | null): string {
  if (owner === null) return t("receiving.ownerUnknown");
  const code = owner.memberCode === null ? "" : formatMemberCode(owner.memberCode);
  return [owner.nameInitial, code].filter(Boolean).join(" · ");
}

function choiceWords(choice: DeskChoice, answer: DeskAnswer): { title: string; detail: string } {
  if (choice.kind === "parcel") {
    const { parcel } = choice;
    return {
      title: `${ownerText(parcel.owner)} · ${parcelName(parcel)}`,
      detail: [parcel.shop, parcel.description].filter(Boolean).join(" · "),
    };
  }
  if (choice.kind === "owner") {
    return {
      title: ownerText(choice.owner),
      detail: choice.isUndeclared ? t("receiving.choice.undeclared") : "",
    };
  }
  if (choice.kind === "measure_again") {
    return { title: t("receiving.measureAgain"), detail: t("receiving.choice.measureAgainHint") };
  }
  if (choice.kind === "none" && answer.outcome === "seen_before") {
    return {
      title: t("receiving.choice.courierNumber"),
      detail: t("receiving.choice.courierNumberHint"),
    };
  }
  return choice.kind === "none"
    ? { title: t("receiving.choice.none"), detail: t("receiving.choice.noneHint") }
    : {
        title: t("receiving.choice.anotherPiece"),
        detail: t("receiving.choice.anotherPieceHint"),
      };
}

function isSameChoice(one: DeskChoice, other: DeskChoice | null): boolean {
  if (other === null || one.kind !== other.kind) return false;
  if ("parcel" in one && "parcel" in other) return one.parcel.id === other.parcel.id;
  return !("owner" in one && "owner" in other) || one.owner.memberCode === other.owner.memberCode;
}

/** What can be chosen by its number, or by a press. */
function ChoiceList(props: {
  answer: DeskAnswer;
  choice: DeskChoice | null;
  onChoose: (number: number) => void;
}) {
  const choices = choicesOf(props.answer);
  if (choices.length === 0) return null;
  return (
    <ul className={deskClasses["rows"]} aria-label={t("receiving.choices")}>
      {choices.map((choice, index) => {
        const number = choice.kind === "none" ? 0 : index + 1;
        const { title, detail } = choiceWords(choice, props.answer);
        return (
          <li key={number}>
            <UnstyledButton
              className={classes["option"]}
              aria-pressed={isSameChoice(choice, props.choice)}
              onClick={() => props.onChoose(number)}
            >
              <kbd className={classes["key"]}>{number}</kbd>
              <span>
                <span className={classes["optionTitle"]}>{title}</span>
                {detail === "" ? null : <span className={deskClasses["quiet"]}>{detail}</span>}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
