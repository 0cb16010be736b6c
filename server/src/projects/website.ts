import { AppError } from '../platform/errors.ts'

/**
 * The address of a website as people type it, made whole: `acme.com` becomes `https://acme.com`. Empty means none (null).
 * Throws `website_invalid` for what is not the address of a website. Whether anyone answers there is not asked.
 */
export function normalizeWebsite(typed: string): string | null {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  const address = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (/\s/.test(trimmed) || !URL.canParse(address)) throw invalid()
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username || url.password || !isHost(url.hostname)) throw invalid()
  url.hash = ''
  return url.href.replace(/^([^?]*?)\/+$/, '$1')
}

/** What to call a business of which only the website is known: its host without `www.`. */
export function hostOf(website: string): string {
  return new URL(website).host.replace(/^www\./, '')
}

function isHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('[') || /^[^.]+(\.[^.]+)+$/.test(hostname)
}

function invalid(): AppError {
  const detail = 'That is not the address of a website. It looks like https://example.com.'
  return new AppError('invalid', 'website_invalid', detail, {
    errors: [{ path: 'body.website', message: 'Must be the address of a website' }],
  })
}
