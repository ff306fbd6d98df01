import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { t } from "#ui/web/i18n/messages.tsx";
import { ORPCError } from "@orpc/client";
import { apiErrorCode } from "#ui/web/api.tsx";
import type { AppForm } from "#ui/web/app-form.ts";
import { focusFromTop } from "#ui/web/focus.ts";

/** A field with different values in the two versions. */
export type Difference = {
  readonly label: string;
  readonly saved: ReactNode;
  readonly mine: ReactNode;
};

/** Chinese wraps between any two characters otherwise, even in a short label. */
const label = { wordBreak: "keep-all" } as const;

function Versions(props: { differences: readonly Difference[] }) {
  return (
    <Table
      withRowBorders={false}
      verticalSpacing={4}
      horizontalSpacing={4}
      fz="sm"
      aria-label={t("admin.conflict.versions")}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" style={label}>
            {t("admin.conflict.field")}
          </Table.Th>
          <Table.Th scope="col" style={label}>
            {t("admin.conflict.savedNow")}
          </Table.Th>
          <Table.Th scope="col" style={label}>
            {t("admin.conflict.yours")}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.differences.map((field) => (
          <Table.Tr key={field.label}>
            <Table.Th scope="row" style={label}>
              {field.label}
            </Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{field.saved}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{field.mine}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/**
 * Shown when somebody else saved first: both versions and a choice between them. Takes the focus when it appears.
 * @param props.title says what somebody else saved.
 * @param props.differences between the saved version and the own one; empty when they are the same.
 */
export function EditConflict(props: {
  title: string;
  differences: readonly Difference[];
  /** What is saved has a single field. */
  isSingleField?: boolean;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { differences } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => focusFromTop(box.current), []);
  const isSame = differences.length === 0;
  return (
    <div ref={box} tabIndex={-1}>
      <Alert color="yellow" role="alert" icon={<TriangleAlert size={18} />} title={props.title}>
        <Stack gap="sm">
          <Text size="sm">
            {isSame
              ? t("admin.conflict.same")
              : props.isSingleField
                ? t("admin.conflict.chooseValue")
                : t("admin.conflict.chooseVersion")}
          </Text>
          {isSame ? null : <Versions differences={differences} />}
          <Group gap="sm">
            <Button
              size="xs"
              variant="default"
              disabled={props.isSaving}
              onClick={props.onTakeTheirs}
            >
              {t("admin.conflict.keepTheirs")}
            </Button>
            {isSame ? null : (
              <Button size="xs" loading={props.isSaving} onClick={props.onSaveMine}>
                {t("admin.conflict.saveMine")}
              </Button>
            )}
          </Group>
        </Stack>
      </Alert>
    </div>
  );
}

/**
 * What a form needs that saves only where nobody else has saved since its edit began: `base` is the version on which the
 * next save is based, `saved` the one that somebody else saved in the meantime, undefined without a conflict.
 * @param begun the version at which the edit began
 * @param read the version in the details of a conflict; undefined where they are of something else
 */
export function useEditConflict<Version>(
  begun: Version,
  read: (current: unknown) => Version | undefined,
) {
  const [base, setBase] = useState(begun);
  const [saved, setSaved] = useState<Version>();
  const accept = (version: Version) => {
    setBase(version);
    setSaved(undefined);
  };
  return {
    base,
    saved,
    /** Shows the conflict if the error is one. Returns whether it is. */
    catchError: (error: unknown): boolean => {
      const current = conflictingVersion(error);
      const version = current === undefined ? undefined : read(current);
      setSaved(version);
      return version !== undefined;
    },
    /** Goes on editing on top of that version. */
    accept,
    /** Saves the texts on top of that version. */
    saveMine: <Name extends string>(
      form: Pick<AppForm<Name>, "write" | "element">,
      version: Version,
      texts: Readonly<Partial<Record<Name, string>>>,
    ) => {
      // The form is submitted with the values that are on the screen.
      flushSync(() => {
        accept(version);
        form.write(texts);
      });
      form.element?.requestSubmit();
    },
  };
}

/** The version that somebody else saved, when `error` is an edit conflict; otherwise undefined. */
export function conflictingVersion(error: unknown): unknown {
  if (apiErrorCode(error) !== "conflict" || !(error instanceof ORPCError)) return undefined;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("current" in data)) return undefined;
  return data.current;
}
