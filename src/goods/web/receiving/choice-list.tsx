import { UnstyledButton } from "@mantine/core";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { choicesOf, type DeskAnswer, type DeskChoice, type DeskOwner } from "./desk-answer.ts";
import { parcelName } from "#goods/web/parcels/parcel-texts.ts";
import classes from "./receiving.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

export function ownerText(owner: DeskOwner | null): string {
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
export function ChoiceList(props: {
  answer: DeskAnswer;
  choice: DeskChoice | null;
  onChoose: (number: number) => void;
}) {
  const choices = choicesOf(props.answer);
  if (choices.length === 0) return null;
  return (
    <ul className={classes["choices"]} aria-label={t("receiving.choices")}>
      {choices.map((choice, index) => {
        const number = choice.kind === "none" ? 0 : index + 1;
        const { title, detail } = choiceWords(choice, props.answer);
        return (
          <li key={number}>
            <UnstyledButton
              className={classes["choice"]}
              aria-pressed={isSameChoice(choice, props.choice)}
              onClick={() => props.onChoose(number)}
            >
              <kbd className={classes["key"]}>{number}</kbd>
              <span>
                <span className={classes["choiceTitle"]}>{title}</span>
                {detail === "" ? null : <span className={classes["quiet"]}>{detail}</span>}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
