/** What stands there when somebody else saved an account first: both versions, and the ways on. */
import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { differingFields, type AccountField, type AccountFields } from "#core/account-edit.ts";
import { EmailText } from "#web/admin/email-text.tsx";

const labels = {
  fullName: "Full name",
  email: "Email",
  subscription: "Subscription",
  packageQuota: "Package quota",
} as const satisfies Record<AccountField, string>;

function Value(props: { fields: AccountFields; name: AccountField }) {
  const value = props.fields[props.name];
  if (props.name === "email") return <EmailText>{String(value)}</EmailText>;
  return (
    <span style={{ overflowWrap: "anywhere" }}>{value === null ? "None" : String(value)}</span>
  );
}

/**
 * @param current the account as it is saved now.
 * @param mine what would be saved instead: the own changes upon it.
 */
export function UserConflict(props: {
  current: AccountFields;
  mine: AccountFields;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { current, mine } = props;
  const spot = useRef<HTMLDivElement>(null);
  useEffect(() => spot.current?.focus(), []);
  const names = differingFields(current, mine);
  return (
    <div ref={spot} tabIndex={-1}>
      <Alert
        color="yellow"
        role="alert"
        icon={<TriangleAlert size={18} />}
        title="Somebody else saved this account first"
      >
        <Stack gap="sm">
          <Text size="sm">
            {names.length === 0
              ? "They saved the same as you. Nothing is left to do."
              : "Choose which version is to stand; what you did not change stays as they saved it."}
          </Text>
          {names.length === 0 ? null : (
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
                {names.map((name) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row">{labels[name]}</Table.Th>
                    <Table.Td>
                      <Value fields={current} name={name} />
                    </Table.Td>
                    <Table.Td>
                      <Value fields={mine} name={name} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
          <Group gap="sm">
            <Button
              size="xs"
              variant="default"
              disabled={props.isSaving}
              onClick={props.onTakeTheirs}
            >
              Take theirs
            </Button>
            {names.length === 0 ? null : (
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
