/** The second step of signing in: the code of the authenticator app, or one of the backup codes. */
import { Anchor, Button, Group, Text, TextInput } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useState } from "react";
import { sentences, toasts } from "#contract/messages.ts";
import { errorCatalogue } from "#contract/errors.ts";
import { apiErrorCode, apiErrorMessage } from "#web/api.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";
import { CodeField, rejectsCode } from "./code-field.tsx";
import { useSecondStep } from "./sign-in.ts";

/** How many tries a refused code has left; null where the server does not say. */
function triesLeft(error: unknown): number | null {
  if (!(error instanceof ORPCError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("triesLeft" in data)) return null;
  return typeof data.triesLeft === "number" ? data.triesLeft : null;
}

function isOver(error: unknown): boolean {
  return apiErrorCode(error) === "challenge_expired" || triesLeft(error) === 0;
}

/** What is wrong with the code itself, to stand at its field. */
function codeError(error: unknown, isBackup: boolean): string | null {
  const code = apiErrorCode(error);
  if (code === "invalid_code" && isBackup) return "This does not look like a backup code.";
  if (code !== "wrong_code" && code !== "invalid_code") return null;
  const left = triesLeft(error);
  const tries = left === null ? "" : ` ${left} ${left === 1 ? "try" : "tries"} left.`;
  return errorCatalogue[code].message + tries;
}

type Step = {
  readonly isBackup: boolean;
  readonly onChange: () => void;
  readonly onOver: (sentence: string | null) => void;
};

/** The field of one of the two ways, and what came of it. */
function useStep({ isBackup, onOver }: Step) {
  const fields = useTextFields({ code: "" }, "code");
  const step = useSecondStep();
  const submit = async () => {
    const code = fields.values.code.trim();
    if (isBackup && code === "") {
      fields.reject({ code: "Please enter one of your backup codes." });
      return;
    }
    if (!isBackup && rejectsCode(fields)) return;
    try {
      const session = await step.mutateAsync(code);
      if (session === null) onOver(toasts.unableToRetrieveUserData.title);
    } catch (error) {
      if (isOver(error)) onOver(errorCatalogue.challenge_expired.message);
      const errorCode = codeError(error, isBackup);
      if (errorCode !== null) fields.reject({ code: errorCode });
    }
  };
  return { fields, step, submit };
}

function StepForm(props: Step) {
  const { isBackup } = props;
  const { fields, step, submit } = useStep(props);
  return (
    <Form label="Verification" onSubmit={submit}>
      <Text size="sm">
        {isBackup
          ? "Enter one of the backup codes you kept. Each works once."
          : errorCatalogue.two_factor_required.message}
      </Text>
      {step.isError && codeError(step.error, isBackup) === null ? (
        <FocusedAlert message={apiErrorMessage(step.error, sentences.loginFailed)} />
      ) : null}
      {isBackup ? (
        <TextInput
          {...fields.field("code")}
          label="Backup code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <CodeField fields={fields} />
      )}
      <Button type="submit" fullWidth loading={step.isPending}>
        Verify
      </Button>
      <Group justify="space-between" gap="sm">
        <Anchor component="button" type="button" size="sm" onClick={props.onChange}>
          {isBackup ? "Use the authenticator app" : "Use a backup code instead"}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={() => props.onOver(null)}>
          Back to login
        </Anchor>
      </Group>
    </Form>
  );
}

/**
 * Stands where email and password stood. When it succeeds, the screen around moves on by itself.
 * @param onOver is told, with the reason if there is one, when email and password have to be given again.
 */
export function SecondStepForm(props: { onOver: (sentence: string | null) => void }) {
  const [isBackup, setBackup] = useState(false);
  return (
    <StepForm
      key={isBackup ? "backup" : "app"}
      isBackup={isBackup}
      onChange={() => setBackup(!isBackup)}
      onOver={props.onOver}
    />
  );
}
