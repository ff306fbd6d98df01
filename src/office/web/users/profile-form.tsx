import { Button, Group } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useQueryClient } from "@tanstack/react-query";
import type { Profile } from "#people/contract/profile.ts";
import { useApi, useApiClient } from "#office/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Form } from "#ui/web/form.tsx";
import { PersonalInformationCard } from "./personal-information-card.tsx";
import { ShippingAddressCard } from "./shipping-address-card.tsx";
import { profileSchema } from "./profile-fields.ts";
import { t, toastText } from "./messages.ts";

export function ProfileForm(props: { profile: Profile }) {
  const { id: _, email, latinName, ...others } = props.profile;
  const initialValues = { ...others, latinName: latinName ?? "" };
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
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
      void queryClient.invalidateQueries({ queryKey: api.auth.readSession.key() });
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
