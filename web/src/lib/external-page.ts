/** Goes to a page outside of the product, such as a payment provider's; the way back is that page's. */
export function goToExternalPage(address: string): void {
  window.location.assign(address)
}
