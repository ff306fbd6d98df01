/** An admin page as the command palette lists it. */
export type AdminPage = {
  readonly to: string;
  readonly label: string;
  readonly description: string;
};

function adminPage(path: string, label: string, description: string): AdminPage {
  return { to: `/admin/dashboard${path}`, label, description };
}

export const adminPages: readonly AdminPage[] = [
  adminPage("", "Dashboard", "Figures and open work"),
  adminPage("/users", "Users", "Accounts, plans and wallets"),
  adminPage("/shipments", "Shipments", "Packages, legs and labels"),
  adminPage("/payments", "Payments", "Live from the payment provider"),
  adminPage("/settings", "Settings", "Registration, maintenance, provider"),
  adminPage("/work-items", "Open work", "Stalled packages, legs and emails"),
  adminPage("/plan-payments", "Plan payments", "Revenue by month"),
  adminPage("/reconciliation", "Reconciliation", "Ledger and provider compared"),
  adminPage("/webhooks", "Webhooks", "Events from the payment provider"),
  adminPage("/payouts", "Payouts", "Payouts that customers requested"),
  adminPage("/lanes", "Lanes", "Suspended carriers and countries"),
  adminPage("/limits", "Limits", "Accounts and addresses with too many attempts"),
  adminPage("/audit", "Audit log", "Staff actions and rejected attempts"),
  adminPage("/errors", "Errors", "Errors in the server and in browsers"),
  adminPage("/account", "Your account", "Password, two-factor, sessions"),
];
