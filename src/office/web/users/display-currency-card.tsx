import { useMutation, useQueryClient } from "@tanstack/react-query";
import { displayCurrencies, type DisplayCurrency } from "#platform/rules/money.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#office/web/api.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

function options() {
  const names = new Intl.DisplayNames(readerLocale(), { type: "currency" });
  return displayCurrencies.map((code) => ({
    value: code,
    label: t("users.currency.option", { name: names.of(code), code }),
  }));
}

export function DisplayCurrencyCard(props: { current: DisplayCurrency }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const update = useMutation(
    api.users.updateDisplayCurrency.mutationOptions({
      // Requests run one after the other, so that the last choice is the one that is stored.
      scope: { id: "display-currency" },
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.auth.readSession.key() });
        showToast({
          ...toastText("displayCurrencyUpdated"),
          kind: "success",
          place: "display-currency",
        });
      },
      onError: (error) => {
        const title = apiErrorMessage(error, t("users.currency.saveFailed"));
        showToast({ title, kind: "destructive", place: "display-currency" });
      },
    }),
  );
  return (
    <SectionCard title={t("users.currency.title")} description={t("users.currency.description")}>
      <Select
        label={t("users.currency.title")}
        maw={320}
        allowDeselect={false}
        data={options()}
        value={update.isPending ? update.variables.displayCurrency : props.current}
        onChange={(code) => {
          const displayCurrency = displayCurrencies.find((currency) => currency === code);
          if (displayCurrency !== undefined) update.mutate({ displayCurrency });
        }}
      />
    </SectionCard>
  );
}
