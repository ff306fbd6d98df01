import { differingFields, type AccountField, type AccountFields } from "#core/account-edit.ts";
import { EmailText } from "#web/admin/email-text.tsx";
import { EditConflict } from "#web/admin/edit-conflict.tsx";

const labels = {
  fullName: "Full name",
  email: "Email",
  subscription: "Subscription",
  packageQuota: "Package quota",
} as const satisfies Record<AccountField, string>;

function shown(fields: AccountFields, name: AccountField) {
  const value = fields[name];
  if (name === "email") return <EmailText>{String(value)}</EmailText>;
  return value === null ? "None" : String(value);
}

/**
 * @param props.current the account as it is saved now.
 * @param props.mine the account with the own changes applied to `current`.
 */
export function UserConflict(props: {
  current: AccountFields;
  mine: AccountFields;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { current, mine, ...rest } = props;
  return (
    <EditConflict
      what="this account"
      differences={differingFields(current, mine).map((name) => ({
        label: labels[name],
        saved: shown(current, name),
        mine: shown(mine, name),
      }))}
      {...rest}
    />
  );
}
