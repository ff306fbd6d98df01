import Boxes from "lucide-react/icons/boxes";
import Package from "lucide-react/icons/package";
import Banknote from "lucide-react/icons/banknote";
import BadgeDollarSign from "lucide-react/icons/badge-dollar-sign";
import Bug from "lucide-react/icons/bug";
import ClipboardList from "lucide-react/icons/clipboard-list";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import Gauge from "lucide-react/icons/gauge";
import Hash from "lucide-react/icons/hash";
import LayoutGrid from "lucide-react/icons/layout-grid";
import ChartColumn from "lucide-react/icons/chart-column";
import ListTodo from "lucide-react/icons/list-todo";
import PackageOpen from "lucide-react/icons/package-open";
import PackageSearch from "lucide-react/icons/package-search";
import Radar from "lucide-react/icons/radar";
import Receipt from "lucide-react/icons/receipt";
import ScanBarcode from "lucide-react/icons/scan-barcode";
import Scale from "lucide-react/icons/scale";
import ScrollText from "lucide-react/icons/scroll-text";
import Tags from "lucide-react/icons/tags";
import Tag from "lucide-react/icons/tag";
import Truck from "lucide-react/icons/truck";
import Warehouse from "lucide-react/icons/warehouse";
import Waypoints from "lucide-react/icons/waypoints";
import Webhook from "lucide-react/icons/webhook";

const icons = {
  packing: Package,
  packingPrices: Boxes,
  payouts: Banknote,
  errors: Bug,
  limits: Gauge,
  openWork: ListTodo,
  inboundParcels: PackageOpen,
  planPayments: Receipt,
  receiving: ScanBarcode,
  reconciliation: Scale,
  stocktake: ClipboardCheck,
  shippingLabels: Tag,
  manifests: ClipboardList,
  numberRanges: Hash,
  freight: ChartColumn,
  storageLocations: LayoutGrid,
  shippingServices: Tags,
  storageRates: BadgeDollarSign,
  unmatchedParcels: PackageSearch,
  tracking: Radar,
  auditLog: ScrollText,
  carriers: Truck,
  warehouses: Warehouse,
  lanes: Waypoints,
  webhooks: Webhook,
} as const;

export type LaterIconName = keyof typeof icons;

export function LaterAdminIcon(props: { name: LaterIconName }) {
  const Icon = icons[props.name];
  return <Icon size={18} />;
}
