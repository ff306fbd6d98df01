import { SimpleGrid, TextInput } from "@mantine/core";
import { asksForLatinName } from "#platform/rules/latin-name.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import type { ProfileFields } from "./profile-fields.ts";
import { t } from "./messages.ts";

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
