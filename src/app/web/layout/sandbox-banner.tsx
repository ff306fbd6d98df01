import type { ReactNode } from "react";
import sandboxClasses from "./sandbox-banner.module.css";
import { RichText, t } from "./messages.ts";

function MailboxLink(props: { children?: ReactNode }) {
  return (
    <a href="/sandbox/mail" target="_blank" rel="noreferrer">
      {props.children}
    </a>
  );
}

/** Always in the document; the stylesheet shows the parts that the attributes of `<html>` call for. */
export function SandboxBanner() {
  return (
    <aside className={sandboxClasses["banner"]} aria-label={t("layout.sandbox")}>
      <span>
        <RichText
          id="layout.sandbox.payments"
          components={{
            strong: <strong />,
            payments: <span className={sandboxClasses["payments"]} />,
          }}
        />
      </span>
      <span className={sandboxClasses["mailbox"]}>
        <RichText id="layout.sandbox.mailbox" components={{ link: <MailboxLink /> }} />
      </span>
    </aside>
  );
}
