import { useParams } from "react-router";
import { ShipPackage } from "./ship-package.tsx";

export default function ShipPage() {
  const { packageId = "" } = useParams();
  return <ShipPackage key={packageId} packageId={packageId} />;
}
