import { Button, Group, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { User } from "#contract/admin-users.ts";
import { toasts } from "#contract/messages.ts";
import { apiErrorMessage, useApi, useApiClient } from "#web/api.tsx";
import { isReauthenticationRequired, useReauthentication } from "#web/auth/reauthentication.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/plain-form.tsx";
import { showToast } from "#web/ui/toast.tsx";

export type AccountMode = "suspend" | "restore" | "endPlan";

const words = {
  suspend: {
    intro:
      "Their devices are logged out at once, and they cannot log in. Wallet, plan and packages stay; a subscription is billed until it is ended.",
    note: "They get it by email.",
    submit: "Suspend account",
    done: "Account suspended",
  },
  restore: {
    intro: "They can log in again, and get an email that says so.",
    note: "Recorded in the audit log.",
    submit: "Lift suspension",
    done: "Suspension lifted",
  },
  endPlan: {
    intro:
      "Ends the subscription at the payment provider at once; nothing is refunded, and the plan ends here too.",
    note: "Recorded in the audit log.",
    submit: "End subscription",
    done: "Subscription ended",
  },
} as const satisfies Record<AccountMode, Record<"intro" | "note" | "submit" | "done", string>>;

function useAccountAction(user: User, mode: AccountMode) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const mutation = useMutation({
    mutationFn: async (reason: string): Promise<void> => {
      const input = { userId: user.id, reason };
      await withReauthentication<unknown>(() => {
        if (mode === "suspend") return client.users.suspendUser(input);
        if (mode === "restore") return client.users.restoreUser(input);
        return client.plans.endSubscription(input);
      });
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: api.users.listUsers.key() });
      void queryClient.invalidateQueries({ queryKey: api.users.readUser.key() });
    },
  });
  return { mutation, reauthenticationDialog };
}

/** The input stays on every failure. `onDone` is called after success. */
export function ReasonForm(props: {
  user: User;
  mode: AccountMode;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { user, mode } = props;
  const { mutation, reauthenticationDialog } = useAccountAction(user, mode);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async () => {
    setMissing(reason.trim() === "");
    if (reason.trim() === "") return field.current?.focus();
    props.onBusy(true);
    try {
      await mutation.mutateAsync(reason.trim());
      showToast({ title: words[mode].done, kind: "success" });
      props.onDone();
    } catch (error) {
      if (isReauthenticationRequired(error)) field.current?.focus();
    } finally {
      props.onBusy(false);
    }
  };
  const failure =
    mutation.isError && !isReauthenticationRequired(mutation.error) ? mutation.error : null;
  return (
    <>
      <Form label={words[mode].submit} onSubmit={submit}>
        <Text size="sm">
          <Text span inherit fw={600}>
            {user.email}
          </Text>
          {`: ${words[mode].intro}`}
        </Text>
        {failure === null ? null : (
          <FocusedAlert message={apiErrorMessage(failure, toasts.unexpected.description)} />
        )}
        <Textarea
          ref={field}
          label="Reason"
          description={words[mode].note}
          required
          rows={2}
          maxLength={500}
          value={reason}
          error={isMissing ? toasts.missingAdjustmentInformation.description : null}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <Group gap="sm" justify="flex-end">
          <Button variant="default" disabled={mutation.isPending} onClick={props.onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={mutation.isPending}
            {...(mode === "restore" ? {} : { color: "red" })}
          >
            {words[mode].submit}
          </Button>
        </Group>
      </Form>
      {reauthenticationDialog}
    </>
  );
}
