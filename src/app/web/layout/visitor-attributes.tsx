import { usePrefetchQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isStaff } from "#platform/rules/has-role.ts";
import { useApi } from "#app/web/api.ts";
import { usePolledPublicSettings, useSession, useSessionSync } from "#ui/web/session.tsx";

/** Updates the attributes of `<html>` that the server wrote into the document; stylesheets depend on them. */
export function VisitorAttributes() {
  const api = useApi();
  // Every signed-in page waits for the session; a query alone would ask for it after the page has been drawn.
  usePrefetchQuery(api.auth.readSession.queryOptions({ input: {} }));
  useSessionSync();
  const session = useSession();
  const publicSettings = usePolledPublicSettings();
  const { state } = session;
  const isOfStaff = session.person !== null && isStaff(session.person);
  useEffect(() => {
    if (state === "loading" || state === "unreachable") return;
    const signedIn = isOfStaff ? "admin" : "customer";
    document.documentElement.dataset["visitor"] = state === "signed_in" ? signedIn : "stranger";
  }, [state, isOfStaff]);
  useEffect(() => {
    document.documentElement.dataset["maintenance"] = publicSettings.isInMaintenance ? "yes" : "no";
  }, [publicSettings.isInMaintenance]);
  useEffect(() => {
    if (publicSettings.isSandbox) document.documentElement.dataset["sandbox"] = "yes";
    if (publicSettings.hasSandboxMailbox) document.documentElement.dataset["mailbox"] = "yes";
  }, [publicSettings.isSandbox, publicSettings.hasSandboxMailbox]);
  return null;
}
