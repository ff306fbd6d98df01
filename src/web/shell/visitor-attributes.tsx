/** Keeps the document's notes about the visitor true once the application runs. */
import { useEffect } from "react";
import { useAwaitedPlatform, useSession, useSharedSession } from "#web/session.tsx";

/** Writes to `<html>` what the server wrote when it sent the document; stylesheets read it there. */
export function VisitorAttributes() {
  useSharedSession();
  const session = useSession();
  const platform = useAwaitedPlatform();
  const { state } = session;
  const isAdmin = session.person?.isAdmin ?? false;
  useEffect(() => {
    if (state === "loading") return;
    const signedIn = isAdmin ? "admin" : "customer";
    document.documentElement.dataset["visitor"] = state === "signed_in" ? signedIn : "stranger";
  }, [state, isAdmin]);
  useEffect(() => {
    document.documentElement.dataset["maintenance"] = platform.isInMaintenance ? "yes" : "no";
  }, [platform.isInMaintenance]);
  useEffect(() => {
    if (platform.isSandbox) document.documentElement.dataset["sandbox"] = "yes";
    if (platform.hasSandboxMailbox) document.documentElement.dataset["mailbox"] = "yes";
  }, [platform.isSandbox, platform.hasSandboxMailbox]);
  return null;
}
