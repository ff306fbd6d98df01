import { Chip, Group, Input } from "@mantine/core";
import { useId } from "react";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import type { FoundGoods } from "#goods/rules/found-goods.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** What is taken off of what was found: a draft takes off only what it names. */
export const takenOffField = "takenOff";

export const wordsOf = (text: string | undefined) =>
  (text ?? "").split(" ").filter((word) => word !== "");

/** What the form takes off of what was found. */
export function takenOffBy(texts: Record<string, string>, { batteries, goods }: FoundGoods) {
  const words = wordsOf(texts[takenOffField]);
  return {
    batteries: batteries.filter((kind) => words.includes(kind)),
    goods: goods.filter((flag) => words.includes(flag)),
  };
}

/** Properties of goods to turn on and off. */
export function ChipsField(props: {
  chosen: readonly string[];
  onChoose: (words: readonly string[]) => void;
  label: string;
  description?: string;
  options: readonly { readonly value: string; readonly label: string }[];
}) {
  const labelId = useId();
  return (
    <Input.Wrapper
      label={props.label}
      description={props.description}
      labelElement="div"
      labelProps={{ id: labelId }}
    >
      <Chip.Group multiple value={[...props.chosen]} onChange={props.onChoose}>
        <Group gap="xs" role="group" aria-labelledby={labelId}>
          {props.options.map(({ value, label }) => (
            <Chip key={value} value={value} size="sm">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

/** All that was found, also what a line says: it counts until it is taken off here. */
export function FoundField(props: {
  found: FoundGoods;
  takenOff: string | undefined;
  onTakeOff: (words: string) => void;
}) {
  const { found, onTakeOff } = props;
  const takenOff = wordsOf(props.takenOff);
  const options: { value: string; label: string }[] = [
    ...found.batteries.map((value) => ({ value, label: batteryLabel(value) })),
    ...found.goods.map((value) => ({ value, label: goodsFlagLabel(value) })),
  ];
  if (options.length === 0) return null;
  return (
    <ChipsField
      chosen={options.map(({ value }) => value).filter((value) => !takenOff.includes(value))}
      onChoose={(kept) => {
        const gone = options.map(({ value }) => value).filter((value) => !kept.includes(value));
        onTakeOff(gone.join(" "));
      }}
      label={t("found-goods.label")}
      description={t("found-goods.text")}
      options={options}
    />
  );
}
