import { brandName } from "#core/brand.ts";
import { Logo } from "#web/ui/logo.tsx";
import classes from "./public-footer.module.css";

// Prerendered pages outlive the year, so the server replaces the placeholder with the current one.
const year = import.meta.env.SSR ? "%YEAR%" : String(new Date().getFullYear());

/** Section 2 of the specification: the footer shows the copyright year and the brand. */
export function PublicFooter() {
  return (
    <footer className={classes["footer"]}>
      <div className={classes["row"]}>
        <Logo size={24} />
        <nav className={classes["links"]} aria-label="Footer">
          <a href="/">Home</a>
          <a href="/pricing">Pricing</a>
          <a href="/services">Services</a>
          <a href="/help">Help</a>
          <a href="/contact">Contact</a>
          <a href="/terms">Terms</a>
          <a href="/privacy">Privacy</a>
        </nav>
        <p className={classes["copyright"]}>
          <span suppressHydrationWarning>{`© ${year} ${brandName}. All rights reserved.`}</span>
        </p>
      </div>
    </footer>
  );
}
