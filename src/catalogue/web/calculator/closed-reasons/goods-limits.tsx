import { Text } from "@mantine/core";
import type { ComparedServiceFacts } from "#catalogue/contract/quotes.ts";
import { goodsLimitText } from "./closed-reason-text.ts";

/** Under what conditions an open service takes the goods; nothing where there are none. */
export function GoodsLimits(props: { limits: ComparedServiceFacts["goodsLimits"] }) {
  return props.limits.map((limit) => (
    <Text key={limit.ruleId} size="sm" c="dimmed">
      {goodsLimitText(limit)}
    </Text>
  ));
}
