import { Button, Group, SimpleGrid, TextInput } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useQueryClient } from "@tanstack/react-query";
import type { Profile } from "#people/contract/profile.ts";
import { useApi, useApiClient } from "#office/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Form } from "#ui/web/form.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { asksForLatinName } from "#platform/rules/latin-script.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { Select } from "#ui/web/select.tsx";
import * as z from "zod/mini";
import { addressText, requiredName } from "#ui/web/field-rules.ts";

export function ProfileForm(props: { profile: Profile }) {
  const { id: _, email, latinName, ...others } = props.profile;
  const initialValues = { ...others, latinName: latinName ?? "" };
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema: profileSchema,
    initialValues,
    fieldOf: { missing_information: "fullName" },
    draft: { name: "profile" },
    onSubmit: async (values, { showToast }) => {
      const saved = await client.users.updateProfile({
        ...values,
        latinName: values.latinName || null,
      });
      queryClient.setQueryData(api.users.readProfile.queryKey({ input: {} }), saved);
      refetch();
      showToast({ ...toastText("profileUpdated"), kind: "success" });
    },
    onError: (error, { showToast }) => {
      const { title, description } = toastText("profileNotUpdated");
      const isApiError = error instanceof ORPCError;
      const sentence = isApiError ? description : t("toasts.unexpected.description");
      showToast({ title, description: sentence, kind: "destructive" });
    },
  });
  return (
    <Form form={form} label={t("users.profile.title")}>
      <PersonalInformationCard fields={form} email={email} />
      <ShippingAddressCard fields={form} />
      <Group justify="flex-end">
        <Button type="submit" disabled={form.isSubmitting}>
          {t(form.isSubmitting ? "common.saving" : "users.saveChanges")}
        </Button>
      </Group>
    </Form>
  );
}

export function PersonalInformationCard(props: { fields: ProfileFields; email: string }) {
  const { field, values } = props.fields;
  return (
    <SectionCard title={t("users.profile.personalInformation")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...field("fullName")} label={t("users.profile.fullName")} autoComplete="name" />
        {asksForLatinName(values.fullName, values.latinName) ? (
          <TextInput
            {...field("latinName")}
            label={t("users.profile.latinName")}
            description={t("common.latinNameHint")}
            autoComplete="off"
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
        ) : null}
        <TextInput
          label={t("common.email")}
          type="email"
          value={props.email}
          disabled
          readOnly
          description={t("users.profile.emailFixed")}
          styles={{ input: { opacity: 1, color: "var(--ink-quiet)" } }}
          inputWrapperOrder={["label", "input", "description", "error"]}
        />
        <TextInput
          {...field("phone")}
          type="tel"
          label={t("users.profile.phone")}
          autoComplete="tel"
        />
      </SimpleGrid>
    </SectionCard>
  );
}

export function ShippingAddressCard(props: { fields: ProfileFields }) {
  const { field, select } = props.fields;
  return (
    <SectionCard title={t("users.address.title")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          {...field("address")}
          label={t("users.address.street")}
          autoComplete="address-line1"
        />
        <TextInput
          {...field("addressLine2")}
          label={t("users.address.line2")}
          autoComplete="address-line2"
        />
        <TextInput
          {...field("city")}
          label={t("users.address.city")}
          autoComplete="address-level2"
        />
        <TextInput
          {...field("state")}
          label={t("users.address.state")}
          autoComplete="address-level1"
        />
        <TextInput
          {...field("postalCode")}
          label={t("users.address.postalCode")}
          autoComplete="postal-code"
        />
        <Select
          {...select("country")}
          data={countryOptions("byCode")}
          filter={({ search }) => matchingCountries("byCode", search)}
          label={t("users.address.country")}
          placeholder={t("users.address.countryPlaceholder")}
          searchable
          selectFirstOptionOnChange
          autoSelectOnBlur
          clearable
          autoComplete="country-name"
          nothingFoundMessage={t("users.address.noCountry")}
          maxDropdownHeight={280}
        />
      </SimpleGrid>
    </SectionCard>
  );
}

export const profileSchema = z.object({
  fullName: requiredName(() => t("fields.fullNameMissing")),
  latinName: addressText,
  phone: addressText,
  address: addressText,
  addressLine2: addressText,
  city: addressText,
  state: addressText,
  postalCode: addressText,
  country: z.string(),
});

export type ProfileFields = AppForm<keyof z.input<typeof profileSchema>>;
