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

/** How goods are named in the field that has those that are left out. */
function keyOf({ inboundParcelId, position }: MoneyTerms["goods"][number]): string {
  return `${inboundParcelId} ${position}`;
}

function leftOutOf(value: string): ReadonlySet<string> {
  return new Set(value === "" ? [] : value.split(","));
}

/** The goods that are concerned; undefined where all are. */
export function concernedGoods(terms: MoneyTerms, leftOut: string) {
  const left = leftOutOf(leftOut);
  const concerned = terms.goods.filter((one) => !left.has(keyOf(one)));
  if (concerned.length === 0 || concerned.length === terms.goods.length) return undefined;
  return concerned.map(({ inboundParcelId, position }) => ({ inboundParcelId, position }));
}

/** The most that can be asked for, in cents of US dollars. */
export function mostAsked(terms: MoneyTerms, problem: MoneyProblem, leftOut: string): number {
  const left = leftOutOf(leftOut);
  const concerned = terms.goods.filter((one) => !left.has(keyOf(one)));
  const valueCents = valueOfGoods(concerned.length === 0 ? terms.goods : concerned);
  return mostMoneyCents({ ...terms, valueCents, isLost: problem === "never_came" });
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

function windowText({ state, from, until, problem }: MoneyWindowFacts): string {
  const days = {
    from: from === null ? "" : dayText(from),
    until: until === null ? "" : dayText(until),
  };
  if (state === "open") return t("cases.money.open", days);
  if (state === "over") return t("cases.money.over", days);
  if (state === "before") return t("cases.money.before", days);
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
export function MoneyWindowLine(props: { window: MoneyWindowFacts }) {
  const { from, until } = props.window;
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <Stack gap={6}>
      <Text size="sm">{windowText(props.window)}</Text>
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

/** Which goods are concerned, where there are several. */
function GoodsChoice(props: { goods: MoneyTerms["goods"]; field: Field }) {
  const { goods, field } = props;
  const leftOut = leftOutOf(field.value);
  const chosen = goods.map(keyOf).filter((key) => !leftOut.has(key));
  const write = (keys: string[]) => {
    field.onChange(
      goods
        .map(keyOf)
        .filter((key) => !keys.includes(key))
        .join(","),
    );
  };
  return (
    <Input.Wrapper label={t("cases.money.goods")} labelElement="div">
      <Group gap={8} mt={4} role="group" aria-label={t("cases.money.goods")}>
        <Chip.Group multiple value={chosen} onChange={write}>
          {goods.map((one) => (
            <Chip key={keyOf(one)} value={keyOf(one)} size="sm" radius="md" variant="outline">
              {[
                one.description === "" ? t("cases.money.unnamed") : one.description,
                one.valueCents === null ? t("cases.money.noValue") : moneyText(one.valueCents),
              ].join(" · ")}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
    </Input.Wrapper>
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
  const mostCents = mostAsked(terms, window.problem, goods.value);
  const isOpen = window.state === "open";
  return (
    <div className={classes["news"]}>
      <Stack gap="sm">
        <MoneyWindowLine window={window} />
        {isOpen && terms.goods.length > 1 ? (
          <GoodsChoice goods={terms.goods} field={goods} />
        ) : null}
        {!isOpen ? null : mostCents === 0 ? (
          <Text size="sm" c="dimmed">
            {t("cases.money.nothing")}
          </Text>
        ) : (
          <TextInput
            {...amount}
            label={t("cases.money.amount")}
            description={t("cases.money.amountHint", { most: moneyText(mostCents) })}
            leftSection={<span aria-hidden="true">{dollarSign()}</span>}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
          />
        )}
        {isOpen ? (
          <Text size="xs" c="dimmed">
            {t("cases.money.goodwill")}
          </Text>
        ) : null}
      </Stack>
    </div>
  );
}
