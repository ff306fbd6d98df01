import { Chip, Group, Input, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AskedChoice } from "#office/contract/case-choices.ts";
import { changesRequest, choiceEffects, choiceLimits } from "#office/rules/case-choice.ts";
import { useApi } from "#office/web/api.ts";
import { effectText } from "#office/web/cases/choice-list.tsx";
import { LongChip } from "#office/web/cases/long-chip.tsx";
import type { AppForm } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";

export const choicePlaces = ["1", "2", "3", "4"] as const;
type Place = (typeof choicePlaces)[number];
export type ChoiceTexts = Readonly<Record<`label${Place}` | `effect${Place}` | "parcels", string>>;

export const noChoices: ChoiceTexts = {
  label1: "",
  effect1: "",
  label2: "",
  effect2: "",
  label3: "",
  effect3: "",
  label4: "",
  effect4: "",
  parcels: "",
};

function parcelsOf(value: string): string[] {
  return value === "" ? [] : value.split(",");
}

/** The choices that have a label. */
export function choicesOf(texts: ChoiceTexts): AskedChoice[] {
  return choicePlaces.flatMap((place) => {
    const label = texts[`label${place}`].trim();
    const effect = choiceEffects.find((one) => one === texts[`effect${place}`]) ?? null;
    if (label === "") return [];
    const inboundParcelIds = effect === "leave_out_parcels" ? parcelsOf(texts.parcels) : [];
    return [{ label, effect, inboundParcelIds }];
  });
}

/** Up to four choices, each with what is done when its customer chooses it; another appears once the one before has a label. */
export function ChoiceFields(props: { caseId: string; form: AppForm<keyof ChoiceTexts> }) {
  const { caseId, form } = props;
  const { data } = useQuery(useApi().cases.readChoosable.queryOptions({ input: { caseId } }));
  const effects = choiceEffects.filter((effect) =>
    changesRequest(effect)
      ? data !== undefined && data.shipRequestId !== null
      : data !== undefined && data.parcels.length > 0,
  );
  const shown = choicePlaces.filter(
    (_place, index) => index < 2 || form.values[`label${choicePlaces[index - 1] ?? "1"}`] !== "",
  );
  const leavesOut = choicePlaces.some(
    (place) => form.values[`effect${place}`] === "leave_out_parcels",
  );
  const parcels = form.field("parcels");
  return (
    <Stack gap="sm">
      {shown.map((place) => (
        <Group key={place} gap="sm" align="end" grow>
          <TextInput
            {...form.field(`label${place}`)}
            label={t("admin-cases.choice", { number: place })}
            maxLength={choiceLimits.labelLength}
          />
          <Select
            {...form.select(`effect${place}`)}
            label={t("admin-cases.effect", { number: place })}
            placeholder={t("admin-cases.effect.none")}
            data={effects.map((effect) => ({ value: effect, label: effectText(effect) }))}
            clearable
          />
        </Group>
      ))}
      {leavesOut && data !== undefined ? (
        <Input.Wrapper label={t("admin-cases.leftOut")} labelElement="div" error={parcels.error}>
          <Group gap={8} mt={4} role="group" aria-label={t("admin-cases.leftOut")}>
            <Chip.Group
              multiple
              value={parcelsOf(parcels.value)}
              onChange={(ids) => parcels.onChange(ids.join(","))}
            >
              {data.parcels.map(({ id, name }) => (
                <LongChip key={id} value={id}>
                  {name}
                </LongChip>
              ))}
            </Chip.Group>
          </Group>
        </Input.Wrapper>
      ) : null}
    </Stack>
  );
}
