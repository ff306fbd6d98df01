import { useParams } from "react-router";
import { ShipRequestDetails } from "./ship-request-details.tsx";

export default function ShipRequestPage() {
  const { shipRequestId = "" } = useParams();
  return <ShipRequestDetails key={shipRequestId} shipRequestId={shipRequestId} />;
}
