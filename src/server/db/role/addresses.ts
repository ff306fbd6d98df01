// Addresses of the same database for another role: signing in as it, or becoming it with each connection.

/** `url` with another user and password. */
export function withLogin(url: string, user: string, password: string): string {
  const address = new URL(url);
  address.username = "";
  address.password = "";
  // As parameters they also fit an address without a host, which names a socket alone.
  address.searchParams.set("user", user);
  address.searchParams.set("password", password);
  return address.href;
}

/** `url` whose connections become `role` as they open, beside the options that it has already. */
export function withRole(url: string, role: string): string {
  const address = new URL(url);
  // Options are told apart by spaces, which a backslash makes part of one.
  const option = `-c role=${role.replaceAll(/[\\\s]/g, String.raw`\$&`)}`;
  const options = address.searchParams.get("options");
  address.searchParams.set("options", options === null ? option : `${options} ${option}`);
  return address.href;
}
