import { SimpleGrid, TextInput } from "@mantine/core";
import { asksForLatinName, latinNameHint } from "#core/latin-name.ts";
import { SectionCard } from "#web/ui/section-card.tsx";
import type { ProfileFields } from "./profile-form.tsx";

export function PersonalInformationCard(props: { fields: ProfileFields; email: string }) {
  const { field, values } = props.fields;
  return (
    <SectionCard title="Personal Information">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...field("fullName")} label="Full Name" autoComplete="name" />
        {asksForLatinName(values.fullName, values.latinName) ? (
          <TextInput
            {...field("latinName")}
            label="Name in Latin Letters"
            description={latinNameHint}
            autoComplete="off"
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
        ) : null}
        <TextInput
          label="Email"
          type="email"
          value={props.email}
          disabled
          readOnly
          description="Email cannot be changed"
          styles={{ input: { opacity: 1, color: "var(--ink-quiet)" } }}
          inputWrapperOrder={["label", "input", "description", "error"]}
        />
        <TextInput {...field("phone")} type="tel" label="Phone Number" autoComplete="tel" />
      </SimpleGrid>
    </SectionCard>
  );
}
