import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { CountryCode, OriginCode } from "#core/country.ts";
import { quoteRoute } from "#core/route-quote.ts";
import { quotableWeight } from "#core/shipping-rate.ts";
import { useSuspendedLanes } from "#web/calculator/lane-words.ts";
import { totalText } from "#web/calculator/route-words.ts";
import { weightText } from "#web/ui/figures.tsx";
import { MoneyWithApproximation } from "#web/ui/money-with-approximation.tsx";

function Estimate(props: {
  weightGrams: number | null;
  originCode: OriginCode;
  destinationCode: CountryCode;
}) {
  const { weightGrams, originCode, destinationCode } = props;
  const lanes = useSuspendedLanes();
  const { minimumGrams, maximumGrams } = quotableWeight;
  if (weightGrams === null) return "Enter the estimated weight to see an estimate of the freight.";
  if (weightGrams < minimumGrams || weightGrams > maximumGrams)
    return `Estimates are available from ${weightText(minimumGrams)} to ${weightText(maximumGrams)}.`;
  if (lanes === null) return "The freight estimate is not loaded yet.";
  const quote = quoteRoute(
    { originCode, to: { countryCode: destinationCode }, weightGrams },
    lanes,
  );
  return (
    <>
      {quote.totalCents === null ? null : (
        <Text component="span" display="block" size="md" fw={600}>
          {`Estimated freight for ${weightText(weightGrams)}: `}
          <MoneyWithApproximation amountCents={quote.totalCents} currency="SGD" />
        </Text>
      )}
      {totalText(quote)}
    </>
  );
}

/** The total of the planned route for the entered weight, with a link to the calculator. */
export function FreightEstimate(props: {
  weightGrams: number | null;
  originCode: OriginCode;
  destinationCode: CountryCode;
}) {
  const { weightGrams, originCode, destinationCode } = props;
  const address = new URLSearchParams({
    ...(weightGrams === null ? {} : { weight: String(weightGrams / 1000) }),
    origin: originCode,
    destination: destinationCode,
  });
  return (
    <Stack gap={4} mt="md">
      <Text size="sm" c="dimmed" component="div" aria-live="polite">
        <Estimate {...props} />
      </Text>
      <Anchor component={Link} to={`/dashboard/shipping-calculator?${address}`} size="sm">
        Open the Shipping Calculator
      </Anchor>
    </Stack>
  );
}
