const BLOCKS_MAX = 20
const NODES_MAX = 500
const FACTS_MAX = 20
const TEXT_CHARS_MAX = 2_000

/** A thing that a page describes in schema.org's words. */
export interface JsonLdFact {
  /** Such as `Organization` or `SoftwareApplication`. */
  type: string
  name: string | null
  description: string | null
  url: string | null
  /** Categories, keywords, what it offers and knows about, as plain words. */
  keywords: string[]
}

const TELLING =
  /(Organization|Corporation|Business|Store|Shop|Restaurant|Hotel|School|Clinic|Dentist|Physician|Attorney|Service|Product|Application|WebSite|Brand|Agency|Offer|Company|Person|Course|Event)$/
const KEYWORD_FIELDS = [
  'keywords',
  'knowsAbout',
  'applicationCategory',
  'category',
  'serviceType',
  'slogan',
  'areaServed',
  'makesOffer',
  'featureList',
]

/** The facts in the `application/ld+json` blocks of a page. A block that is not JSON is ignored. */
export function readJsonLd(blocks: readonly string[]): JsonLdFact[] {
  const facts: JsonLdFact[] = []
  const open: unknown[] = parseJsonLd(blocks)
  for (let visited = 0; open.length > 0 && visited < NODES_MAX && facts.length < FACTS_MAX; visited++) {
    const node = open.shift()
    if (Array.isArray(node)) open.push(...(node as unknown[]).slice(0, NODES_MAX))
    if (!isRecord(node)) continue
    const type = typeOf(node)
    if (type !== undefined) facts.push(toFact(type, node))
    open.push(node['@graph'], node.mainEntity, node.mainEntityOfPage, node.publisher, node.itemListElement, node.item)
  }
  return facts
}

/** The parsed blocks, at most 20; undefined for one that is not JSON. */
export function parseJsonLd(blocks: readonly string[]): unknown[] {
  return blocks.slice(0, BLOCKS_MAX).map(parseOrUndefined)
}

function toFact(type: string, node: Record<string, unknown>): JsonLdFact {
  return {
    type,
    name: textOf(node.name) ?? textOf(node.legalName),
    description: textOf(node.description),
    url: textOf(node.url),
    keywords: [...new Set(KEYWORD_FIELDS.flatMap((field) => wordsOf(node[field])))].slice(0, 50),
  }
}

function typeOf(node: Record<string, unknown>): string | undefined {
  const types = Array.isArray(node['@type']) ? (node['@type'] as unknown[]) : [node['@type']]
  return types.filter((type) => typeof type === 'string').find((type) => TELLING.test(type))
}

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string')
    return value
      .split(',')
      .map((word) => word.trim().slice(0, 200).toWellFormed())
      .filter(Boolean)
  if (Array.isArray(value))
    return (value as unknown[]).slice(0, 50).flatMap((entry) => (Array.isArray(entry) ? [] : wordsOf(entry)))
  return isRecord(value) ? wordsOf(typeof value.name === 'string' ? value.name : undefined) : []
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replace(/\s+/g, ' ').trim().slice(0, TEXT_CHARS_MAX).toWellFormed() || null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseOrUndefined(block: string): unknown {
  try {
    return JSON.parse(block.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, ''))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
