import { Navigate } from "react-router";

export default function WalletHistoryRedirect() {
  return <Navigate to="/dashboard/wallet?tab=history" replace />;
}
