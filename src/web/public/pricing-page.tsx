/** The public pricing page. */
export default function PricingPage() {
  return <h1>Pricing</h1>;
}
