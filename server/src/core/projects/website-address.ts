import { invalidPart, type AppError } from '../../platform/errors.ts'
import { OutboundError } from '../../platform/outbound-error.ts'
import type { Outbound } from '../../platform/outbound.ts'

const ADDRESS_CHARS_MAX = 2_000
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const OTHER_SCHEME = /^(mailto|tel|javascript|data|file|ftp|about|blob):/i
const MAIL_ADDRESS = /^[^\s/@]+@[^\s/@]+$/

/**
 * A typed website as the URL to read: `netscope.example` becomes `https://netscope.example/`. Throws AppError
 * `website_invalid` if it cannot be a public website.
 */
export function parseWebsiteAddress(typed: string): URL {
  const address = typed.trim()
  if (address === '') throw invalid('Enter the address of your website, such as example.com.')
  if (MAIL_ADDRESS.test(address))
    throw invalid('This is an email address; enter the address of your website, such as example.com.')
  if (address.length > ADDRESS_CHARS_MAX)
    throw invalid('This address is too long; enter the address of your home page.')
  if (OTHER_SCHEME.test(address) || (SCHEME.test(address) && !/^https?:/i.test(address)))
    throw invalid('A website address begins with https:// or http://.')
  const url = URL.parse(SCHEME.test(address) ? address : `https://${address}`)
  if (!url || /\s/.test(address)) throw notAnAddress()
  if (url.username !== '' || url.password !== '') throw invalid('Enter the address without a user name or a password.')
  url.hash = ''
  if (isNumericHost(url.hostname)) return url
  if (!/^[^.]+(\.[^.]+)+\.?$/.test(url.hostname))
    throw invalid(`${url.hostname} is not a public website; enter its full address, such as example.com.`)
  return url
}

/**
 * The same for an address that is to be stored. One that is visibly not public, such as a private address or a local
 * name, is refused now rather than when it is read.
 */
export function parsePublicWebsite(typed: string, checkAddress: Outbound['check']): URL {
  const url = parseWebsiteAddress(typed)
  try {
    checkAddress(url)
  } catch (error) {
    if (error instanceof OutboundError)
      throw invalid(`${url.host} is not a public website; enter its full address, such as example.com.`)
    throw error
  }
  return url
}

function isNumericHost(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d[\d.]*$/.test(hostname)
}

function notAnAddress(): AppError {
  return invalid('This is not the address of a website; enter one such as example.com.')
}

function invalid(sentence: string): AppError {
  return invalidPart('body.website', 'website_invalid', sentence)
}
