import { Button, Card, UnstyledButton, TextInput } from "@mantine/core";
import { type RefObject, useRef, type KeyboardEvent } from "react";
import { goodsFlags } from "#catalogue/rules/shipping-service.ts";
import type { ScaleReading } from "#ui/web/desk/scale-reading.ts";
import { conditionLabel } from "#goods/web/parcels/parcel-texts.ts";
import { DeskFigure } from "#ui/web/desk/desk-screen.tsx";
import { weightText } from "#ui/web/figures.tsx";
import type { DeskState } from "./desk-events.ts";
import { goodsKey } from "./keyboard.ts";
import type { OpenParcel } from "./desk-parcel.ts";
import type { Desk } from "./use-desk.ts";
import classes from "./receiving.module.css";
import deskClasses from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { batteryLabel, goodsFlagLabel, sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { parseScan } from "#goods/rules/scan.ts";

/** What the scale says while the parcel has no weight; null where there is nothing to wait for. */
function scaleHint(parcel: OpenParcel, { scale, loadOf }: DeskState): string | null {
  const reading: ScaleReading | undefined = scale?.reading;
  if (parcel.weight !== null || reading === undefined) return null;
  if (reading.kind === "stable") {
    return loadOf === null ? null : t("receiving.scaleSays.occupied");
  }
  return t(`receiving.scaleSays.${reading.kind}`);
}

function Mark(props: { letter: string; label: string; value: string; onClick: () => void }) {
  return (
    <UnstyledButton className={classes["option"]} onClick={props.onClick}>
      <kbd className={classes["key"]}>{props.letter}</kbd>
      <span>
        <span className={deskClasses["quiet"]}>{props.label}</span>
        <span className={classes["optionTitle"]}>{props.value}</span>
      </span>
    </UnstyledButton>
  );
}

function GoodsList({ parcel, desk }: { parcel: OpenParcel; desk: Desk }) {
  return (
    <fieldset className={classes["goods"]}>
      <legend className={deskClasses["quiet"]}>{t("receiving.goodsHint")}</legend>
      {goodsFlags.map((flag, index) => {
        const has = parcel.goodsFlags.includes(flag);
        const chosen = has
          ? parcel.goodsFlags.filter((one) => one !== flag)
          : [...parcel.goodsFlags, flag];
        return (
          <UnstyledButton
            key={flag}
            className={classes["option"]}
            aria-pressed={has}
            onClick={() => desk.dispatch({ kind: "marked", marks: { goodsFlags: chosen } })}
          >
            <kbd className={classes["key"]}>{goodsKey(index)}</kbd>
            <span>{goodsFlagLabel(flag)}</span>
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}

function Marks({ parcel, desk }: { parcel: OpenParcel; desk: Desk }) {
  const { dispatch } = desk;
  const goods = parcel.goodsFlags.map((flag) => goodsFlagLabel(flag)).join(", ");
  return (
    <div className={classes["marks"]}>
      <Mark
        letter="B"
        label={t("receiving.battery")}
        value={batteryLabel(parcel.battery)}
        onClick={() => dispatch({ kind: "command", letter: "b" })}
      />
      <Mark
        letter="D"
        label={t("receiving.condition")}
        value={conditionLabel(parcel.condition)}
        onClick={() => dispatch({ kind: "command", letter: "d" })}
      />
      <Mark
        letter="G"
        label={t("receiving.goods")}
        value={goods === "" ? t("receiving.noGoods") : goods}
        onClick={() => dispatch({ kind: "command", letter: "g" })}
      />
    </div>
  );
}

function SaveButtons({ desk }: { desk: Desk }) {
  const { state, dispatch } = desk;
  const isAsking = state.notice?.kind === "confirm_set_aside";
  return (
    <div className={deskClasses["actions"]}>
      <Button size="md" onClick={() => dispatch({ kind: "line", text: "" })}>
        {t("receiving.save")}
      </Button>
      <Button
        size="md"
        variant="default"
        onClick={() => dispatch({ kind: isAsking ? "set_aside" : "escape" })}
      >
        {t(isAsking ? "receiving.setAsideAnyway" : "receiving.setAside")}
      </Button>
    </div>
  );
}

/** What is weighed, measured and seen. */
export function MeasuredCard(props: {
  parcel: OpenParcel;
  desk: Desk;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { parcel, desk, field } = props;
  const { state } = desk;
  const { weight, sidesMm } = parcel;
  if (parcel.correction === "photos") {
    return (
      <Card component="section" aria-label={t("receiving.measurements")}>
        <SaveButtons desk={desk} />
      </Card>
    );
  }
  const scaleWords = scaleHint(parcel, state);
  const weightHint =
    weight === null
      ? (scaleWords ?? t("receiving.weightHint"))
      : t(`receiving.scale.${weight.scale}`);
  return (
    <Card component="section" aria-label={t("receiving.measurements")}>
      <dl className={deskClasses["figures"]} aria-live="polite">
        <DeskFigure
          label={t("common.weight")}
          value={weight === null ? null : weightText(weight.weightGrams)}
          hint={weightHint}
        />
        <DeskFigure
          label={t("receiving.sides")}
          value={sidesMm === null ? null : sidesText(sidesMm)}
          hint={t("receiving.sidesHint")}
        />
      </dl>
      <Marks parcel={parcel} desk={desk} />
      {state.isGoodsListOpen ? <GoodsList parcel={parcel} desk={desk} /> : null}
      <NoteField note={parcel.note} desk={desk} field={field} />
      <SaveButtons desk={desk} />
    </Card>
  );
}

/** Nobody types a number with shorter pauses. */
const scannerMilliseconds = 100;

/** The last word of `note` if it is what was typed at the speed of a scanner, and can be a scan. */
function scanAtEnd(note: string, burst: string): string | null {
  const word = /\S{6,}$/.exec(note)?.[0] ?? "";
  return word === burst && parseScan(word).kind !== "not_a_waybill" ? word : null;
}

/** A note on the open parcel. Enter, or the tab behind a scan, returns to the desk's field, with what a scanner has typed in here. */
function NoteField(props: { note: string; desk: Desk; field: RefObject<HTMLInputElement | null> }) {
  const { note, desk, field } = props;
  const burst = useRef({ text: "", at: 0 });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, timeStamp: at } = event;
    if (event.nativeEvent.isComposing) return;
    const { text } = burst.current;
    const scan = scanAtEnd(note, text);
    if (key !== "Enter" && (key !== "Tab" || scan === null)) {
      const isFollowing = at - burst.current.at < scannerMilliseconds;
      if (key.length === 1) burst.current = { text: (isFollowing ? text : "") + key, at };
      return;
    }
    event.preventDefault();
    burst.current = { text: "", at: 0 };
    if (scan !== null) {
      desk.dispatch({ kind: "noted", note: note.slice(0, -scan.length) });
      desk.dispatch({ kind: "line", text: scan });
    }
    field.current?.focus();
  };
  return (
    <TextInput
      mt="sm"
      size="md"
      label={t("receiving.note")}
      description={t("receiving.noteHint")}
      autoComplete="off"
      maxLength={500}
      value={note}
      onChange={(event) => desk.dispatch({ kind: "noted", note: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}
