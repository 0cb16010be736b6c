import { parsePage } from '../platform/parse-html.ts'

export interface FeedLink {
  title: string | null
  url: string
}

const FEED_TYPE = /^application\/(rss\+xml|atom\+xml|feed\+json|rdf\+xml)$/i
const LINKS_MAX = 20

/** The feeds a web page links to by `link rel=alternate`, in its order. */
export async function findFeedLinks(html: string, pageUrl: string): Promise<FeedLink[]> {
  const found = new Map<string, FeedLink>()
  let base = pageUrl
  await parsePage(html, {
    onopentag(name, attributes) {
      if (name === 'base' && attributes.href) base = URL.parse(attributes.href, pageUrl)?.href ?? pageUrl
      if (name !== 'link' || found.size >= LINKS_MAX) return
      if (!/\balternate\b/i.test(attributes.rel ?? '') || !FEED_TYPE.test(attributes.type?.trim() ?? '')) return
      const url = URL.parse(attributes.href ?? '', base)
      if (!attributes.href || !url || !/^https?:$/.test(url.protocol) || found.has(url.href)) return
      found.set(url.href, { title: attributes.title?.trim() || null, url: url.href })
    },
  })
  return [...found.values()]
}
