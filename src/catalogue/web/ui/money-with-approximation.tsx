import { parseAmountCents, type Currency } from "#platform/rules/money.ts";
import { useSession } from "#ui/web/session.tsx";
import { ApproximateAmounts } from "./approximate-amounts.tsx";
import { Money } from "#ui/web/figures.tsx";

/**
 * What an amount of a customer is worth in their display currency, small below it; for Singapore dollars in US dollars
 * too. Renders nothing for admins, and where it is the same currency.
 */
export function Approximation(props: { amountCents: number; currency?: Currency }) {
  const { amountCents, currency = "USD" } = props;
  const { person } = useSession();
  if (person === null || person.isAdmin) return null;
  const { displayCurrency } = person;
  if (currency === "USD" && displayCurrency === "USD") return null;
  return (
    <ApproximateAmounts
      amountCents={amountCents}
      currency={currency}
      displayCurrency={displayCurrency}
    />
  );
}

/** The approximation of an amount that is being typed; nothing until it is an amount. */
export function TypedApproximation(props: { amount: string }) {
  const reading = parseAmountCents(props.amount);
  if (!reading.ok || reading.amountCents <= 0) return null;
  return <Approximation amountCents={reading.amountCents} />;
}

/** An amount of money of a customer, with its approximation. */
export function MoneyWithApproximation(props: {
  amountCents: number;
  currency?: Currency;
  signed?: boolean;
}) {
  return (
    <>
      <Money {...props} />
      <Approximation {...props} />
    </>
  );
}
