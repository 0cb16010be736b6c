/** The API version of the double's shapes: the one that our Stripe library pins. */
export const API_VERSION = '2026-10-28.endive'
