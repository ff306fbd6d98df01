import { brandName } from "#core/brand.ts";
import { publicPath } from "#web/i18n/messages.tsx";
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
          <a href={publicPath("/")}>Home</a>
          <a href={publicPath("/pricing")}>Pricing</a>
          <a href={publicPath("/services")}>Services</a>
          <a href={publicPath("/help")}>Help</a>
          <a href={publicPath("/contact")}>Contact</a>
          <a href={publicPath("/terms")}>Terms</a>
          <a href={publicPath("/privacy")}>Privacy</a>
        </nav>
        <p className={classes["copyright"]}>
          <span suppressHydrationWarning>{`© ${year} ${brandName}. All rights reserved.`}</span>
        </p>
      </div>
    </footer>
  );
}
