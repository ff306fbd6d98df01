import classes from "./sandbox-banner.module.css";

/** Always in the document; the stylesheet shows the parts that the attributes of `<html>` call for. */
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
