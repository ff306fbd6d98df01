/** Asks for the password again where the server wants to be sure who sits there, then goes on with what was asked. */
import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useState, type ReactNode } from "react";
import { problemCode, problemSentence, useApi } from "#web/api.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { PasswordField } from "./password-field.tsx";
import { refusedFields } from "./refused-fields.ts";

/** Whether the server wants the password first; after `withProof`: whether the person would not give it. */
export function isProofMissing(error: unknown): boolean {
  return problemCode(error) === "fresh_proof_required";
}

function ProofForm(props: { onFinish: (isProved: boolean) => void }) {
  const api = useApi();
  const fields = useTextFields({ password: "" });
  const confirm = useMutation(api.people.confirmPassword.mutationOptions());
  const submit = async () => {
    const { password } = fields.values;
    if (fields.refuse(password === "" ? { password: "Please enter your password." } : {})) return;
    try {
      await confirm.mutateAsync({ password });
      props.onFinish(true);
    } catch (error) {
      const places = { wrong_password: "password", missing_information: "password" } as const;
      fields.refuse(refusedFields(error, ["password"], places));
    }
  };
  const isToldAtField = ["wrong_password", "missing_information"].includes(
    problemCode(confirm.error) ?? "",
  );
  return (
    <Form label="Confirm it's you" onSubmit={submit}>
      <Text size="sm">
        It has been a while since you logged in. Enter your password to go on; nothing you typed is
        lost.
      </Text>
      {confirm.isError && !isToldAtField ? (
        <FocusedAlert
          message={problemSentence(
            confirm.error,
            "Your password could not be checked. Please try again.",
          )}
        />
      ) : null}
      <PasswordField
        field={fields.field("password")}
        label="Password"
        purpose="current"
        startsHere
      />
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          disabled={confirm.isPending}
          onClick={() => props.onFinish(false)}
        >
          Cancel
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          Confirm
        </Button>
      </Group>
    </Form>
  );
}

export type FreshProof = {
  /**
   * Runs `run`; where it is refused with `fresh_proof_required`, asks for the password and runs it again, as
   * it was: a request key read inside stays the same. Rejects with that refusal when the person cancels.
   */
  readonly withProof: <Answer>(run: () => Promise<Answer>) => Promise<Answer>;
  /** To be drawn somewhere on the screen that asks; a dialog around it must stay open meanwhile. */
  readonly proofDialog: ReactNode;
};

/** Gives a screen `withProof` and the dialog that belongs to it. */
export function useFreshProof(): FreshProof {
  const [waiting, setWaiting] = useState<{ settle: (isProved: boolean) => void } | null>(null);
  const withProof = useCallback(async <Answer,>(run: () => Promise<Answer>) => {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!isProofMissing(error)) throw error;
        const isProved = await new Promise<boolean>((settle) => setWaiting({ settle }));
        if (!isProved) throw error;
      }
    }
  }, []);
  const finish = (isProved: boolean) => {
    waiting?.settle(isProved);
    setWaiting(null);
  };
  const proofDialog = (
    <Dialog
      isOpen={waiting !== null}
      onClose={() => finish(false)}
      title="Confirm it's you"
      size="sm"
    >
      <ProofForm onFinish={finish} />
    </Dialog>
  );
  return { withProof, proofDialog };
}
