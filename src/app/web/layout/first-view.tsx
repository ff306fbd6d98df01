import { PageLoader, LoadingCard } from "#ui/web/loading-state.tsx";
import classes from "./shell.module.css";
import { Skeleton } from "@mantine/core";
import { Logo } from "#ui/web/logo.tsx";
import { usePrefetchQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isStaff } from "#platform/rules/staff-role.ts";
import { useApi } from "#app/web/api.ts";
import { usePolledPublicSettings, useSession, useSessionSync } from "#ui/web/session.tsx";
import { useNavigation } from "react-router";
import { t } from "#ui/web/i18n/messages.tsx";

/** Part of the application's document, and therefore shown before any script has run. */
export function FirstView() {
  return (
    <>
      <div className={classes["shell"]}>
        <ShellSkeleton />
      </div>
      <div className={classes["other"]}>
        <PageLoader />
      </div>
    </>
  );
}

const linkCount = 6;

/** The frame of signed-in pages, with placeholders for the links and the page. */
export function ShellSkeleton() {
  return (
    <div className={classes["frame"]} data-frame>
      <header className={classes["side"]}>
        <div className={classes["sideContent"]}>
          <span className={classes["home"]}>
            <Logo />
          </span>
          <div className={classes["skeletonLinks"]}>
            {Array.from({ length: linkCount }, (_, link) => (
              <span key={link} className={classes["skeletonLink"]} />
            ))}
          </div>
        </div>
      </header>
      <header className={classes["bar"]}>
        <span className={classes["home"]}>
          <Logo size={26} />
        </span>
      </header>
      <main className={classes["main"]} aria-busy="true">
        <Skeleton h={34} w="min(18rem, 80%)" mb="xl" />
        <div className={classes["cards"]}>
          <LoadingCard lines={3} />
          <LoadingCard lines={6} />
        </div>
      </main>
    </div>
  );
}

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

/** Shows nothing while the router is at rest; screens that arrive at once never show it either. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      className={classes["progressBar"]}
      role="progressbar"
      aria-label={t("layout.loadingPage")}
    />
  );
}
