import {
  differingFields,
  type AccountField,
  type AccountFields,
} from "#people/rules/account-edit.ts";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { EditConflict } from "#ui/web/admin/edit-conflict.tsx";
import { t } from "./messages.ts";

const labels = {
  fullName: "common.fullName",
  email: "common.email",
  subscription: "admin-users.subscription",
  packageQuota: "admin-users.packageQuota",
} as const satisfies Record<AccountField, string>;

function shown(fields: AccountFields, name: AccountField) {
  const value = fields[name];
  if (name === "email") return <EmailText>{String(value)}</EmailText>;
  return value === null ? t("common.none") : String(value);
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
      title={t("admin-users.conflict.title")}
      differences={differingFields(current, mine).map((name) => ({
        label: t(labels[name]),
        saved: shown(current, name),
        mine: shown(mine, name),
      }))}
      {...rest}
    />
  );
}
