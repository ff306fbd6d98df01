import { displayCurrencies, type DisplayCurrency } from "#platform/rules/money.ts";
import { useApi } from "#office/web/api.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { useAction } from "#ui/web/action.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

function options() {
  const names = new Intl.DisplayNames(readerLocale(), { type: "currency" });
  return displayCurrencies.map((code) => ({
    value: code,
    label: t("users.currency.option", { name: names.of(code), code }),
  }));
}

export function DisplayCurrencyCard(props: { current: DisplayCurrency }) {
  const update = useAction(
    useApi().users.updateDisplayCurrency.mutationOptions({
      // Requests run one after the other, so that the last choice is the one that is stored.
      scope: { id: "display-currency" },
    }),
    {
      done: () => toastText("displayCurrencyUpdated"),
      hint: t("users.currency.saveFailed"),
      waits: true,
    },
  );
  return (
    <SectionCard title={t("users.currency.title")} description={t("users.currency.description")}>
      <Select
        label={t("users.currency.title")}
        maw={320}
        allowDeselect={false}
        data={options()}
        value={update.input?.displayCurrency ?? props.current}
        onChange={(code) => {
          const displayCurrency = displayCurrencies.find((currency) => currency === code);
          if (displayCurrency !== undefined) void update.run({ displayCurrency });
        }}
      />
    </SectionCard>
  );
}
