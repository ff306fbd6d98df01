/** The line above every page of a platform on which no real money moves. */
import classes from "./sandbox-banner.module.css";

/** Always in the document; the stylesheet shows it when `<html>` says that this is a sandbox. */
export function SandboxBanner() {
  return (
    <aside className={classes["banner"]} aria-label="Sandbox">
      <span>
        <strong>Sandbox.</strong> No real money moves here.
      </span>
      <a className={classes["mailbox"]} href="/sandbox/mail" target="_blank" rel="noreferrer">
        Open the mailbox
      </a>
    </aside>
  );
}
