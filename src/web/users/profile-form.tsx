import { Button, Group } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toasts } from "#contract/messages.ts";
import type { Profile } from "#contract/profile.ts";
import { useApi } from "#web/api.tsx";
import { Form } from "#web/ui/plain-form.tsx";
import { useTextFields, type TextFields } from "#web/ui/text-fields.ts";
import { showToast } from "#web/ui/toast.tsx";
import { PersonalInformationCard } from "./personal-information-card.tsx";
import { fieldErrors } from "#web/ui/field-errors.ts";
import { ShippingAddressCard } from "./shipping-address-card.tsx";

const fieldNames = ["fullName", "phone", "address", "city", "postalCode", "country"] as const;
type ProfileField = (typeof fieldNames)[number];
/** The editable fields, in the order of the screen. */
export type ProfileFields = TextFields<ProfileField>;

export function ProfileForm(props: { profile: Profile }) {
  const { profile } = props;
  const api = useApi();
  const queryClient = useQueryClient();
  const fields = useTextFields<ProfileField>({
    fullName: profile.fullName,
    phone: profile.phone,
    address: profile.address,
    city: profile.city,
    postalCode: profile.postalCode,
    country: profile.country,
  });
  const update = useMutation(
    api.users.updateProfile.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(api.users.readProfile.queryKey({ input: {} }), saved);
        void queryClient.invalidateQueries({ queryKey: api.auth.readSession.key() });
        showToast({ ...toasts.profileUpdated, kind: "success" });
      },
      onError: (error) => {
        const { title, description } = toasts.profileNotUpdated;
        const isApiError = error instanceof ORPCError;
        const sentence = isApiError ? description : toasts.unexpected.description;
        showToast({ title, description: sentence, kind: "destructive" });
        fields.reject(fieldErrors(error, fieldNames, { missing_information: "fullName" }));
      },
    }),
  );
  const submit = () => {
    if (fields.values.fullName.trim() === "") {
      fields.reject({ fullName: "Please enter your full name." });
      return;
    }
    update.mutate(fields.values);
  };
  return (
    <Form label="My Profile" onSubmit={submit}>
      <PersonalInformationCard fields={fields} email={profile.email} />
      <ShippingAddressCard fields={fields} />
      <Group justify="flex-end">
        <Button type="submit" disabled={update.isPending}>
          {update.isPending ? "Saving..." : "Save Changes"}
        </Button>
      </Group>
    </Form>
  );
}
