import { Chip, Group, Input, Progress, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MoneyTerms, MoneyWindowFacts } from "#office/contract/case-money.ts";
import { mostMoneyCents, valueOfGoods, type MoneyProblem } from "#office/rules/case-money.ts";
import { useApi } from "#office/web/api.ts";
import { daysBetween } from "#platform/rules/calendar.ts";
import type { Field } from "#ui/web/app-form.ts";
import { dayText, dollarSign, moneyText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./cases.module.css";
import { LongChip } from "./long-chip.tsx";

/** How goods are named in the field that has those that are concerned. */
function keyOf({ inboundParcelId, position }: MoneyTerms["goods"][number]): string {
  return `${inboundParcelId} ${position}`;
}

/** Whether somebody chooses: of what is damaged or missing where there are several; what never came is concerned as a whole. */
function isChosenFrom({ goods }: MoneyTerms, problem: MoneyProblem): boolean {
  return goods.length > 1 && problem !== "never_came";
}

/** The goods that are concerned. */
function goodsConcerned(terms: MoneyTerms, problem: MoneyProblem, chosen: string) {
  if (!isChosenFrom(terms, problem)) return terms.goods;
  const keys = new Set(chosen.split(","));
  return terms.goods.filter((one) => keys.has(keyOf(one)));
}

/** How what is concerned is sent: none where all of it is; null where nothing was chosen. */
export function sentGoods(terms: MoneyTerms, problem: MoneyProblem, chosen: string) {
  const concerned = goodsConcerned(terms, problem, chosen);
  if (concerned.length === 0 && terms.goods.length > 0) return null;
  if (concerned.length === terms.goods.length) return [];
  return concerned.map(({ inboundParcelId, position }) => ({ inboundParcelId, position }));
}

/** When and how much can be asked for, of a package and problem; null for what no money is asked for. */
export function useMoneyTerms(packageId: string | null, problem: MoneyProblem | null) {
  const { data } = useQuery({
    ...useApi().cases.readMoneyTerms.queryOptions({ input: { packageId: packageId ?? "" } }),
    enabled: packageId !== null && problem !== null,
  });
  const window = data?.windows.find((one) => one.problem === problem);
  return data === undefined || window === undefined ? null : { terms: data, window };
}

/** What usually happens next with what is under way. */
export function UsualWay(props: { usual: NonNullable<MoneyTerms["usual"]> }) {
  const { handedOverOn, days, by, isMeasured } = props.usual;
  return (
    <Text size="sm">
      {t(isMeasured ? "cases.usual.measured" : "cases.usual.published", {
        days,
        handedOver: dayText(handedOverOn),
        by: dayText(by),
      })}
    </Text>
  );
}

function windowText(
  { state, from, until, problem }: MoneyWindowFacts,
  usual: MoneyTerms["usual"],
): string {
  const days = {
    from: from === null ? "" : dayText(from),
    until: until === null ? "" : dayText(until),
  };
  if (state === "open" && from !== null && until !== null && problem !== "never_came") {
    return t("cases.money.openDelivered", { ...days, days: daysBetween(from, until) });
  }
  if (state === "open") return t("cases.money.open", days);
  if (state === "over") return t("cases.money.over", days);
  if (state === "before") {
    return t(usual?.isMeasured ? "cases.money.before" : "cases.money.beforePublished", days);
  }
  return state === "not_delivered" && problem !== "never_came"
    ? t("cases.money.notDelivered")
    : t("cases.money.notHandedOver");
}

/** How much of the window has passed, of 100. */
function passedPercent(from: string, until: string, today: string): number {
  const all = daysBetween(from, until) + 1;
  const passed = Math.min(all, Math.max(0, daysBetween(from, today)));
  return Math.round((passed / all) * 100);
}

/** Until when money can be asked for, with both days as a bar. */
function MoneyWindowLine(props: { window: MoneyWindowFacts; usual: MoneyTerms["usual"] }) {
  const { from, until } = props.window;
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <Stack gap={6}>
      <Text size="sm">{windowText(props.window, props.usual)}</Text>
      {from === null || until === null ? null : (
        <div className={classes["window"]} aria-hidden="true">
          <span>{dayText(from)}</span>
          <Progress value={passedPercent(from, until, today)} size="sm" />
          <span>{dayText(until)}</span>
        </div>
      )}
    </Stack>
  );
}

/** Which goods are concerned: none until they are chosen. */
function GoodsChoice(props: { goods: MoneyTerms["goods"]; field: Field }) {
  const { goods, field } = props;
  const chosen = field.value === "" ? [] : field.value.split(",");
  return (
    <Input.Wrapper
      label={t("cases.money.goods")}
      labelElement="div"
      error={field.error}
      data-path={field["data-path"]}
    >
      <Group gap={8} mt={4} role="group" aria-label={t("cases.money.goods")}>
        <Chip.Group
          multiple
          value={chosen}
          onChange={(keys) => field.onChange(keys.toSorted().join(","))}
        >
          {goods.map((one) => (
            <LongChip key={keyOf(one)} value={keyOf(one)}>
              {[
                one.description === "" ? t("cases.money.unnamed") : one.description,
                one.valueCents === null ? t("cases.money.noValue") : moneyText(one.valueCents),
              ].join(" · ")}
            </LongChip>
          ))}
        </Chip.Group>
      </Group>
    </Input.Wrapper>
  );
}

/** How much is asked for; nothing where nothing can be. */
function AmountField(props: {
  terms: MoneyTerms;
  problem: MoneyProblem;
  amount: Field;
  chosen: string;
}) {
  const { terms, problem, amount } = props;
  const concerned = goodsConcerned(terms, problem, props.chosen);
  const isMissing = concerned.length === 0 && terms.goods.length > 0;
  const valueCents = valueOfGoods(concerned);
  const facts = { ...terms, valueCents, isLost: problem === "never_came" };
  const mostCents = mostMoneyCents(facts);
  if (mostCents === 0 && !isMissing && amount.value === "") {
    const isGiven = mostMoneyCents({ ...facts, givenCents: 0 }) > 0;
    return (
      <Text size="sm" c="dimmed">
        {t(isGiven ? "cases.money.allGiven" : "cases.money.nothing")}
      </Text>
    );
  }
  return (
    <TextInput
      {...amount}
      label={t("cases.money.amount")}
      description={
        isMissing
          ? t("cases.money.chooseGoods")
          : t("cases.money.amountHint", { most: moneyText(mostCents) })
      }
      leftSection={<span aria-hidden="true">{dollarSign()}</span>}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
    />
  );
}

/** Until when and for what money can be asked, and how much is. */
export function MoneyFields(props: {
  terms: MoneyTerms;
  window: MoneyWindowFacts;
  amount: Field;
  goods: Field;
}) {
  const { terms, window, amount, goods } = props;
  const { problem } = window;
  return (
    <div className={classes["news"]}>
      <Stack gap="sm">
        <MoneyWindowLine window={window} usual={terms.usual} />
        {window.state === "open" ? (
          <>
            {isChosenFrom(terms, problem) ? (
              <GoodsChoice goods={terms.goods} field={goods} />
            ) : null}
            <AmountField terms={terms} problem={problem} amount={amount} chosen={goods.value} />
            <Text size="xs" c="dimmed">
              {t("cases.money.goodwill")}
            </Text>
          </>
        ) : null}
      </Stack>
    </div>
  );
}
