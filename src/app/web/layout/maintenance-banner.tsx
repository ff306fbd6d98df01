import maintenanceClasses from "./maintenance-banner.module.css";
import { RichText, t } from "./messages.ts";

const strong = { strong: <strong /> };

/** Always in the document; the stylesheet shows it during maintenance, with other words for administrators. */
export function MaintenanceBanner() {
  return (
    <aside className={maintenanceClasses["banner"]} aria-label={t("layout.maintenance")}>
      <span className={maintenanceClasses["public"]}>
        <RichText id="layout.maintenance.forCustomers" components={strong} />
      </span>
      <span className={maintenanceClasses["admin"]}>
        <RichText id="layout.maintenance.forAdmins" components={strong} />
      </span>
      <a className={maintenanceClasses["admin"]} href="/admin/dashboard/settings">
        {t("layout.maintenance.settings")}
      </a>
    </aside>
  );
}
