/** `url` with another user and password. */
export function withLogin(url: string, user: string, password: string): string {
  const address = new URL(url);
  address.username = "";
  address.password = "";
  // Parameters also work in a URL without a host, which names a socket.
  address.searchParams.set("user", user);
  address.searchParams.set("password", password);
  return address.href;
}

/** `url` whose connections run `set role` as they open, with its other options kept. */
export function withRole(url: string, role: string): string {
  const address = new URL(url);
  // Spaces separate options unless escaped by a backslash.
  const option = `-c role=${role.replaceAll(/[\\\s]/g, String.raw`\$&`)}`;
  const options = address.searchParams.get("options");
  address.searchParams.set("options", options === null ? option : `${options} ${option}`);
  return address.href;
}
