import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef, type ReactNode } from "react";

/** A field with different values in the two versions. */
export type Difference = {
  readonly label: string;
  readonly saved: ReactNode;
  readonly mine: ReactNode;
};

function Versions(props: { differences: readonly Difference[] }) {
  return (
    <Table
      withRowBorders={false}
      verticalSpacing={4}
      horizontalSpacing={4}
      fz="sm"
      aria-label="Both versions"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Field</Table.Th>
          <Table.Th scope="col">Saved now</Table.Th>
          <Table.Th scope="col">Yours</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.differences.map(({ label, saved, mine }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row">{label}</Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{saved}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{mine}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/**
 * Shown when somebody else saved first: both versions and a choice between them. Takes the focus when it appears.
 * @param props.what is being saved, as in "this leg".
 * @param props.differences between the saved version and the own one; empty when they are the same.
 */
export function EditConflict(props: {
  what: string;
  differences: readonly Difference[];
  /** What is saved has a single field. */
  isSingleField?: boolean;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { differences } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isSame = differences.length === 0;
  return (
    <div ref={box} tabIndex={-1}>
      <Alert
        color="yellow"
        role="alert"
        icon={<TriangleAlert size={18} />}
        title={`Somebody else saved ${props.what} first`}
      >
        <Stack gap="sm">
          <Text size="sm">
            {isSame
              ? "They saved the same values as you. There is nothing left to do."
              : props.isSingleField
                ? "Choose which one to keep."
                : "Choose which version to keep. Fields that you did not change stay as they saved them."}
          </Text>
          {isSame ? null : <Versions differences={differences} />}
          <Group gap="sm">
            <Button
              size="xs"
              variant="default"
              disabled={props.isSaving}
              onClick={props.onTakeTheirs}
            >
              Keep theirs
            </Button>
            {isSame ? null : (
              <Button size="xs" loading={props.isSaving} onClick={props.onSaveMine}>
                Save mine
              </Button>
            )}
          </Group>
        </Stack>
      </Alert>
    </div>
  );
}
