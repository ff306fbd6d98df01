/** The line above every page while maintenance mode is on. */
import classes from "./maintenance-banner.module.css";

/** Always in the document; the stylesheet shows it when `<html>` says that there is maintenance, and to whom which words. */
export function MaintenanceBanner() {
  return (
    <aside className={classes["banner"]} aria-label="Maintenance">
      <span className={classes["public"]}>
        <strong>Maintenance.</strong> Customer accounts are closed for a little while. Nothing is
        lost.
      </span>
      <span className={classes["office"]}>
        <strong>Maintenance mode is on.</strong> Only admins can access.
      </span>
      <a className={classes["office"]} href="/admin/dashboard/settings">
        Open settings
      </a>
    </aside>
  );
}
