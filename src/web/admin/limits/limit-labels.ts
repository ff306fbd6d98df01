/** What the limits on people's doors are called in the office. */

const labels: Readonly<Record<string, string>> = {
  failedSignInsPerAccount: "Failed logins of an account",
  failedCodesPerAccount: "Wrong codes of an account",
  signInsPerAddress: "Logins from an address",
  signInsPerAccount: "Logins of an account",
  passwordChecksPerAddress: "Password confirmations from an address",
  passwordChecksPerAccount: "Password confirmations of an account",
  passwordResetsPerAddress: "Password resets from an address",
  passwordResetsPerAccount: "Password resets of an account",
  signUpsPerAddress: "Registrations from an address",
  emailsPerMinute: "Letters to an email, per minute",
  emailsPerHour: "Letters to an email, per hour",
  checkoutsPerAccount: "Checkouts of an account",
  uploadsPerAccount: "Uploads of an account",
  refusedEntriesPerAccount: "Refused attempts of an account, in the audit log",
  reconciliationsPerAccount: "Reconciliations of an account",
  errorReportsPerAccount: "Error reports of an account",
};

/** The name of a limit in words; one that is not known here keeps its own. */
export function limitLabel(limit: string): string {
  return labels[limit] ?? limit;
}
