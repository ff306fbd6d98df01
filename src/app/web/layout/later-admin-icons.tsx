import Banknote from "lucide-react/icons/banknote";
import ListTodo from "lucide-react/icons/list-todo";
import Package from "lucide-react/icons/package";
import ScanBarcode from "lucide-react/icons/scan-barcode";
import Truck from "lucide-react/icons/truck";
import Warehouse from "lucide-react/icons/warehouse";

const icons = {
  openWork: ListTodo,
  money: Banknote,
  receiving: ScanBarcode,
  packing: Package,
  dispatch: Truck,
  stock: Warehouse,
} as const;

export type LaterIconName = keyof typeof icons;

export function LaterAdminIcon(props: { name: LaterIconName }) {
  const Icon = icons[props.name];
  return <Icon size={18} />;
}
