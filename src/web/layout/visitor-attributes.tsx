/** Keeps the document's notes about the visitor true once the application runs. */
import { useEffect } from "react";
import { useLoadedPublicSettings, useSession, useSharedSession } from "#web/session.tsx";

/** Writes to `<html>` what the server wrote when it sent the document; stylesheets read it there. */
export function VisitorAttributes() {
  useSharedSession();
  const session = useSession();
  const publicSettings = useLoadedPublicSettings();
  const { state } = session;
  const isAdmin = session.person?.isAdmin ?? false;
  useEffect(() => {
    if (state === "loading") return;
    const signedIn = isAdmin ? "admin" : "customer";
    document.documentElement.dataset["visitor"] = state === "signed_in" ? signedIn : "stranger";
  }, [state, isAdmin]);
  useEffect(() => {
    document.documentElement.dataset["maintenance"] = publicSettings.isInMaintenance ? "yes" : "no";
  }, [publicSettings.isInMaintenance]);
  useEffect(() => {
    if (publicSettings.isSandbox) document.documentElement.dataset["sandbox"] = "yes";
    if (publicSettings.hasSandboxMailbox) document.documentElement.dataset["mailbox"] = "yes";
  }, [publicSettings.isSandbox, publicSettings.hasSandboxMailbox]);
  return null;
}
