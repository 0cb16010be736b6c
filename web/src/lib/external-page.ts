/** Navigates to a page outside the product, such as a payment provider's, which links back itself. */
export function goToExternalPage(address: string): void {
  window.location.assign(address)
}
