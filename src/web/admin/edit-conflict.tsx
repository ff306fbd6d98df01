/** What stands there when somebody else saved something first: both versions, and the ways on. */
import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef, type ReactNode } from "react";

/** One field in which the two versions differ. */
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
 * Takes the keyboard when it appears.
 * @param what is being saved, as in "this leg".
 * @param differences between what is saved now and what would be saved instead; none: they are the same.
 */
export function SavedFirstNote(props: {
  what: string;
  differences: readonly Difference[];
  /** There is nothing to it but what differs. */
  isWhole?: boolean;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { differences } = props;
  const spot = useRef<HTMLDivElement>(null);
  useEffect(() => spot.current?.focus(), []);
  const isSame = differences.length === 0;
  return (
    <div ref={spot} tabIndex={-1}>
      <Alert
        color="yellow"
        role="alert"
        icon={<TriangleAlert size={18} />}
        title={`Somebody else saved ${props.what} first`}
      >
        <Stack gap="sm">
          <Text size="sm">
            {isSame
              ? "They saved the same as you. Nothing is left to do."
              : props.isWhole
                ? "Choose which is to stand."
                : "Choose which version is to stand; what you did not change stays as they saved it."}
          </Text>
          {isSame ? null : <Versions differences={differences} />}
          <Group gap="sm">
            <Button
              size="xs"
              variant="default"
              disabled={props.isSaving}
              onClick={props.onTakeTheirs}
            >
              Take theirs
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
