/** The old address of the wallet's history, which leads to its tab. */
import { Navigate } from "react-router";

export default function WalletHistoryRedirect() {
  return <Navigate to="/dashboard/wallet?tab=history" replace />;
}
