import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { CountryCode, OriginCode } from "#catalogue/rules/country.ts";
import { quotableWeight } from "#catalogue/rules/shipping-rate.ts";
import { DutyNote } from "#catalogue/web/calculator/lane-notice.tsx";
import { useFreightEstimate } from "#catalogue/web/calculator/use-freight-estimate.ts";
import { totalText } from "#catalogue/web/calculator/route-words.ts";
import { weightText } from "#ui/web/figures.tsx";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

function Estimate(props: {
  weightGrams: number | null;
  originCode: OriginCode;
  destinationCode: CountryCode;
}) {
  const { weightGrams, originCode, destinationCode } = props;
  const { minimumGrams, maximumGrams } = quotableWeight;
  const isQuotable =
    weightGrams !== null && weightGrams >= minimumGrams && weightGrams <= maximumGrams;
  const { estimate } = useFreightEstimate(
    isQuotable
      ? { originCode, to: { countryCode: destinationCode }, weightGrams, destinationId: null }
      : null,
  );
  if (weightGrams === null) return <span>{t("package-details.estimate.enterWeight")}</span>;
  if (!isQuotable)
    return (
      <span>
        {t("package-details.estimate.range", {
          minimum: weightText(minimumGrams),
          maximum: weightText(maximumGrams),
        })}
      </span>
    );
  if (estimate === null) return <span>{t("package-details.estimate.notLoaded")}</span>;
  const { route: quote } = estimate;
  return (
    <>
      {quote.totalCents === null ? null : (
        <Text component="span" display="block" size="md" fw={600}>
          <RichText
            id="package-details.estimate.amount"
            values={{
              weight: weightText(estimate.weightGrams),
              amount: <MoneyWithApproximation amountCents={quote.totalCents} currency="SGD" />,
            }}
          />
        </Text>
      )}
      <span>{totalText(quote)}</span>
      {quote.totalCents === null ? null : <DutyNote countryCode={estimate.dutyPrepaidIn} />}
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
        {t("package-details.estimate.openCalculator")}
      </Anchor>
    </Stack>
  );
}
