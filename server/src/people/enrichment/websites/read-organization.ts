import { registeredDomain } from '@leadlight/domain/companies'
import { accountKey, readAddress } from '@leadlight/domain/identity/profile-address'
import type { NamedAccount } from './website-reading.ts'

const NODES_MAX = 500
const ACCOUNTS_MAX = 100
const LINE_MAX = 200
const DESCRIPTION_MAX = 2_000
const ORGANIZATION =
  /(?:Organization|Corporation|Business|Store|Shop|Restaurant|Bakery|Cafe|Bar|Hotel|School|College|University|Clinic|Hospital|Pharmacy|Dentist|Physician|Attorney|Notary|LegalService|AccountingService|FinancialService|InsuranceAgency|Agency|Agent|Company|Contractor|Electrician|Plumber|Airline|Library|Museum|NGO|Brewery|Winery|Consortium|Cooperative)$/u
const WAYS_IN = ['@graph', 'mainEntity', 'mainEntityOfPage', 'publisher', 'about', 'provider']

type Node = Record<string, unknown>

/** What a site's JSON-LD says of the organization it belongs to. */
export interface StatedOrganization {
  types: string[]
  name: string | null
  description: string | null
  location: string | null
  employees: string | null
  accounts: NamedAccount[]
}

/**
 * The organization behind a site, in schema.org's words: the one that names this site as its own or, failing that, the
 * only one. A page that lists its customers says nothing of itself.
 */
export function readOrganization(blocks: readonly unknown[], pageUrl: string): StatedOrganization | undefined {
  const { nodes, byId } = gather(blocks)
  const named = nodes.filter((node) => typesOf(node).some((type) => ORGANIZATION.test(type)) && isMore(node))
  const site = registeredDomain(new URL(pageUrl).hostname)
  const domains = (told: unknown) => textsOf(told).flatMap((to) => domainOf(to, pageUrl))
  const own = named.find(({ url }) => domains(url).includes(site))
  const here = named.filter((node) => domains(node['@id']).includes(site) && domains(node.url).length === 0)
  const nowhere = named.filter((node) => domains(node.url).length === 0)
  const chosen = own ?? onlyOf(here) ?? (named.length === 1 ? nowhere[0] : undefined)
  if (!chosen) return undefined
  return {
    types: typesOf(chosen),
    name: lineOf(chosen.name) ?? lineOf(chosen.legalName),
    description:
      textOf(chosen.description, DESCRIPTION_MAX) ?? textOf(chosen.disambiguatingDescription, DESCRIPTION_MAX),
    location: placeOf(chosen.address) ?? placeOf(asNodes(chosen.location)[0]?.address),
    employees: countOf(chosen.numberOfEmployees),
    accounts: accountsOf(chosen, { nodes, byId }).slice(0, ACCOUNTS_MAX),
  }
}

interface Gathered {
  nodes: Node[]
  byId: Map<string, Node>
}

function gather(blocks: readonly unknown[]): Gathered {
  const nodes: Node[] = []
  const byId = new Map<string, Node>()
  const open: unknown[] = [...blocks]
  for (let visited = 0; open.length > 0 && visited < NODES_MAX; visited += 1) {
    const next = open.shift()
    if (Array.isArray(next)) open.push(...(next as unknown[]).slice(0, NODES_MAX))
    if (!isNode(next)) continue
    nodes.push(next)
    const id = next['@id']
    if (typeof id === 'string' && isMore(next) && !byId.has(id)) byId.set(id, next)
    open.push(...WAYS_IN.map((way) => next[way]))
  }
  return { nodes, byId }
}

/** Whether it is more than a reference to another node. */
function isMore(node: Node): boolean {
  return Object.keys(node).some((key) => !key.startsWith('@'))
}

/** The accounts of the organization, its founders and its people, as far as an address names them. */
function accountsOf(organization: Node, { nodes, byId }: Gathered): NamedAccount[] {
  const whole = (node: Node) => byId.get(typeof node['@id'] === 'string' ? node['@id'] : '') ?? node
  const id = organization['@id']
  const worksHere = (node: Node) =>
    id !== undefined && [...asNodes(node.worksFor), ...asNodes(node.affiliation)].some((for_) => for_['@id'] === id)
  const founders = [...asNodes(organization.founder), ...asNodes(organization.founders)]
  const employees = [...asNodes(organization.employee), ...asNodes(organization.employees), ...nodes.filter(worksHere)]
  const keysOf = (node: Node) => [...textsOf(node.sameAs), ...textsOf(node.url)].flatMap(keyOf)
  const found = new Map<string, NamedAccount>()
  const add = (node: Node, as: NamedAccount['as']) => {
    for (const key of keysOf(node)) if (!found.has(key)) found.set(key, { key, as })
  }
  for (const founder of founders) add(whole(founder), 'founder')
  for (const employee of employees) add(whole(employee), 'employee')
  add(organization, 'own')
  return [...found.values()]
}

function keyOf(address: string): string[] {
  const read = readAddress(address)
  return read?.kind === 'account' ? [accountKey(read.platform, read.handle, read.host)] : []
}

function placeOf(address: unknown): string | null {
  if (typeof address === 'string') return lineOf(address)
  const [node] = asNodes(address)
  if (!node) return null
  const country = lineOf(node.addressCountry) ?? lineOf(asNodes(node.addressCountry)[0]?.name)
  const parts = [lineOf(node.addressLocality), lineOf(node.addressRegion), country && countryName(country)]
  const told = [...new Set(parts.filter((part) => part !== null && part !== ''))]
  return told.length === 0 ? null : told.join(', ').slice(0, LINE_MAX).toWellFormed()
}

function countryName(country: string): string {
  return /^[A-Z]{2}$/u.test(country)
    ? (new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country)
    : country
}

/** A number or a range; null for anything else. */
function countOf(value: unknown): string | null {
  if (typeof value === 'number')
    return Number.isInteger(value) && value > 0 && value < 10_000_000 ? String(value) : null
  if (typeof value === 'string') return /^\d{1,7}(?:\s*[-–]\s*\d{1,7}|\+)?$/u.test(value.trim()) ? value.trim() : null
  const [node] = asNodes(value)
  if (!node) return null
  const [least, most] = [countOf(node.minValue), countOf(node.maxValue)]
  return countOf(node.value) ?? (least !== null && most !== null ? `${least}–${most}` : least && `${least}+`)
}

function domainOf(address: string, pageUrl: string): string[] {
  const url = URL.parse(address, pageUrl)
  return url && /^https?:$/u.test(url.protocol) ? [registeredDomain(url.hostname)] : []
}

function typesOf(node: Node): string[] {
  return textsOf(node['@type']).map((type) => type.replace(/^.*[/:#]/u, ''))
}

function textsOf(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? (value as unknown[]).slice(0, NODES_MAX) : [value]
  return all.filter((one) => typeof one === 'string')
}

function asNodes(value: unknown): Node[] {
  const all: unknown[] = Array.isArray(value) ? (value as unknown[]).slice(0, NODES_MAX) : [value]
  return all.filter(isNode)
}

function onlyOf(nodes: readonly Node[]): Node | undefined {
  return nodes.length === 1 ? nodes[0] : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function lineOf(value: unknown): string | null {
  return textOf(value, LINE_MAX)
}

function textOf(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null
  return value.replaceAll(/\s+/gu, ' ').trim().slice(0, max).toWellFormed() || null
}
