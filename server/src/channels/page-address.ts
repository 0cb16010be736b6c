const ADDRESS_MAX = 2_000
/** Tracking parameters; the page is the same without them. */
const TRACKING =
  /^(utm_.+|mtm_.+|pk_.+|hsa_.+|oly_.+|vero_.+|trk.*|li(?:pi|cu|ci)|rcm|midtoken|midsig|trackingid|__cft__.*|__tn__|mibextid|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|li_fat_id|igsh|igshid|mc_cid|mc_eid|_hsenc|_hsmi|__hs.+|hsctatracking|mkt_tok|ref_src|ref_url|s_kwcid|sc_cid|spm|cmpid|xtor|_ga|_gl)$/i
/** Parameters that only say who shared a page on these sites, but mean something elsewhere. */
const TRACKING_ON: [host: RegExp, names: ReadonlySet<string>][] = [
  [/(^|\.)(x|twitter)\.com$/, new Set(['s', 't', 'cxt'])],
  [/(^|\.)(youtube\.com|youtu\.be|spotify\.com)$/, new Set(['si', 'feature', 'pp'])],
  [/(^|\.)reddit\.com$/, new Set(['share_id', 'rdt', 'context'])],
]
const BARE = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u

export interface PageAddress {
  /** To open: the given address without tracking parameters. */
  url: string
  /** Equal for all spellings of the same page's address. */
  identity: string
  host: string
}

/**
 * A web address as somebody pasted it, with or without `https://`; undefined for anything else. Nothing is requested.
 */
export function readPageAddress(pasted: string): PageAddress | undefined {
  const text = pasted.toWellFormed().trim()
  const url = URL.parse(BARE.test(text) ? `https://${text}` : text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  if (!/[^.]\.[^.]/.test(url.hostname) || url.href.length > ADDRESS_MAX) return undefined
  const names = TRACKING_ON.find(([host]) => host.test(url.hostname))?.[1]
  for (const name of new Set(url.searchParams.keys()))
    if (TRACKING.test(name) || names?.has(name)) url.searchParams.delete(name)
  // A fragment is a position on the page, unless an application names its pages by it.
  if (!/^#!?\//.test(url.hash)) url.hash = ''
  return { url: url.href, identity: identityOf(url), host: url.host.replace(/^www\./, '') }
}

function identityOf(address: URL): string {
  const url = new URL(address)
  url.protocol = 'https:'
  url.hostname = url.hostname.replace(/^www\./, '').replace(/\.$/, '')
  url.pathname = url.pathname.replace(/(?<=.)\/+$/, '')
  url.searchParams.sort()
  return url.href
}
