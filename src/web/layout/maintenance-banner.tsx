import classes from "./maintenance-banner.module.css";

/** Always in the document; the stylesheet shows it during maintenance, with other words for administrators. */
export function MaintenanceBanner() {
  return (
    <aside className={classes["banner"]} aria-label="Maintenance">
      <span className={classes["public"]}>
        <strong>Maintenance.</strong> Customer accounts are temporarily unavailable. No data is
        lost.
      </span>
      <span className={classes["admin"]}>
        <strong>Maintenance mode is on.</strong> Only admins can access.
      </span>
      <a className={classes["admin"]} href="/admin/dashboard/settings">
        Open settings
      </a>
    </aside>
  );
}
