/** The line above every page of a platform that runs on stand-ins: no real money moves, or mails can be read. */
import classes from "./sandbox-banner.module.css";

/** Always in the document; the stylesheet shows what `<html>` says of payments and of mail. */
export function SandboxBanner() {
  return (
    <aside className={classes["banner"]} aria-label="Sandbox">
      <span>
        <strong>Sandbox.</strong>
        <span className={classes["payments"]}> No real money moves here.</span>
      </span>
      <span className={classes["mailbox"]}>
        Anyone who can open this site can{" "}
        <a href="/sandbox/mail" target="_blank" rel="noreferrer">
          read its emails
        </a>
        .
      </span>
    </aside>
  );
}
