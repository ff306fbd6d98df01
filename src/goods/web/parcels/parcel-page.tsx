import { useParams } from "react-router";
import { ParcelDetails } from "./parcel-details.tsx";

export default function ParcelPage() {
  const { inboundParcelId = "" } = useParams();
  return <ParcelDetails key={inboundParcelId} inboundParcelId={inboundParcelId} />;
}
