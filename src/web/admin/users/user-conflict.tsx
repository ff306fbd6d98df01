/** What stands there when somebody else saved an account first. */
import { differingFields, type AccountField, type AccountFields } from "#core/account-edit.ts";
import { EmailText } from "#web/admin/email-text.tsx";
import { SavedFirstNote } from "#web/admin/edit-conflict.tsx";

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
  const { current, mine, ...rest } = props;
  return (
    <SavedFirstNote
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
