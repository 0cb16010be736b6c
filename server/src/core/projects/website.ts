import type { Outbound } from '../../platform/outbound.ts'
import { parsePublicWebsite } from './website-address.ts'

/**
 * A website as it is stored: `acme.com` as `https://acme.com`, nothing as null. Throws `website_invalid` for anything
 * that is none.
 */
export function normalizeWebsite(typed: string | null, checkAddress: Outbound['check']): string | null {
  if (typed === null || typed.trim() === '') return null
  return parsePublicWebsite(typed, checkAddress).href.replace(/^([^?]*?)\/+$/, '$1')
}
