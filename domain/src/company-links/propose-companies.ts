import { companyDomain, companyKey, registeredDomain } from '../companies.ts'
import { readTitle } from '../identity/job-titles.ts'

/** What an account's owner publishes that may say where they belong. */
export interface LinkableProfile {
  id: string
  /** The hash by which a website's mention of the account is recognised. */
  accountHash: string
  /** Their names there. */
  names: readonly string[]
  bio: string | null
  website: string | null
  /** Those of their links that the platform has verified to link back. */
  verifiedLinks: readonly string[]
  email: string | null
  company: string | null
  /** The companies they are known to belong to. */
  companyIds: readonly string[]
}

export interface LinkableCompany {
  id: string
  name: string
  nameKey: string
  domain: string | null
  /** The accounts named on its website. */
  accounts: readonly { hash: string; as: 'own' | 'founder' | 'employee' }[]
}

export const COMPANY_EVIDENCE_KINDS = [
  'site_names_founder',
  'site_names_employee',
  'site_names_account',
  'verified_site',
  'email_at_domain',
  'title_names',
  'website_is',
] as const
export type CompanyEvidenceKind = (typeof COMPANY_EVIDENCE_KINDS)[number]

export interface CompanyEvidence {
  kind: CompanyEvidenceKind
  /** The domain, or the words of the profile. */
  about: string
}

export interface CompanyLink {
  profileId: string
  companyId: string
  probability: number
  evidence: CompanyEvidence[]
}

/** How likely each kind is right by itself. */
const BELIEF: Record<CompanyEvidenceKind, number> = {
  site_names_founder: 0.995,
  site_names_employee: 0.99,
  site_names_account: 0.96,
  verified_site: 0.97,
  email_at_domain: 0.97,
  title_names: 0.95,
  // Beside another company's name it may be a side project, or somebody else's.
  website_is: 0.8,
}
const BELIEF_MIN = 0.9
const NAME_KEY_MIN = 3
/** A domain with mail addresses of people from this many other companies is a provider's. */
const MAILED_FROM_MAX = 3
const MAIL_HOSTS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com icloud.com me.com mac.com
  proton.me protonmail.com pm.me tutanota.com tuta.io fastmail.com fastmail.fm hey.com posteo.de mailbox.org gmx.de gmx.net gmx.com
  web.de t-online.de zoho.com zohomail.com yandex.ru yandex.com mail.ru qq.com 163.com 126.com naver.com duck.com riseup.net
  disroot.org runbox.com migadu.com startmail.com hushmail.com users.noreply.github.com noreply.github.com pobox.com
  acm.org ieee.org debian.org ubuntu.com apache.org gnu.org kernel.org python.org freebsd.org gentoo.org`.split(/\s+/u),
)
const SCHOOL = /(?:^|\.)(?:edu|ac|alumni?|alum)(?:\.|$)/u
const NOT_THEIRS = String.raw`(?:ex|former(?:ly)?|previously|past|once|retired|left|used to|not|no longer|customers?|users?|fans?|friends?|advis[eo]r|investor|contributors?|alum(?:nus|na|ni)?|competitors?|moderators?|clients?|prev\.?)`

/**
 * Proposes who may belong to which company that the project knows, from what was published. A name that two companies
 * share proves nothing, nor does a profile that says somebody left or is a customer. Known memberships are left out.
 */
export function proposeCompanies(
  profiles: readonly LinkableProfile[],
  companies: readonly LinkableCompany[],
): CompanyLink[] {
  const known = indexOf(companies, profiles)
  const links = profiles.flatMap((profile) => linksOf(profile, known))
  return links.toSorted((one, other) => other.probability - one.probability)
}

interface Index {
  byId: ReadonlyMap<string, LinkableCompany>
  byDomain: ReadonlyMap<string, LinkableCompany>
  /** Null for a name that two companies share. */
  byName: ReadonlyMap<string, LinkableCompany | null>
  byAccount: ReadonlyMap<string, { company: LinkableCompany; as: LinkableCompany['accounts'][number]['as'] }[]>
  mailHosts: ReadonlySet<string>
}

function indexOf(companies: readonly LinkableCompany[], profiles: readonly LinkableProfile[]): Index {
  const byName = new Map<string, LinkableCompany | null>()
  const byAccount = new Map<string, { company: LinkableCompany; as: 'own' | 'founder' | 'employee' }[]>()
  for (const company of companies) {
    for (const key of new Set([company.nameKey, companyKey(company.name)])) {
      const other = byName.get(key)
      byName.set(key, other === undefined || other?.id === company.id ? company : null)
    }
    for (const { hash, as } of company.accounts) {
      byAccount.set(hash, [...(byAccount.get(hash) ?? []), { company, as }])
    }
  }
  const domains = companies.flatMap((company) => (company.domain === null ? [] : [[company.domain, company] as const]))
  return {
    byId: new Map(companies.map((company) => [company.id, company])),
    byDomain: new Map(domains),
    byName,
    byAccount,
    mailHosts: sharedMailHosts(profiles),
  }
}

/** The domains where people who name several other companies have their mail. */
function sharedMailHosts(profiles: readonly LinkableProfile[]): ReadonlySet<string> {
  const named = new Map<string, Set<string>>()
  for (const { email, company } of profiles) {
    const domain = domainOfEmail(email)
    const key = companyKey(company ?? '')
    if (domain === undefined || key === '' || key === companyKey(domain.split('.')[0] ?? '')) continue
    named.set(domain, (named.get(domain) ?? new Set()).add(key))
  }
  return new Set([...named].filter(([, keys]) => keys.size >= MAILED_FROM_MAX).map(([domain]) => domain))
}

function linksOf(profile: LinkableProfile, index: Index): CompanyLink[] {
  const found = new Map<string, CompanyEvidence[]>()
  const add = (company: LinkableCompany | null | undefined, kind: CompanyEvidenceKind, about: string) => {
    if (company && !profile.companyIds.includes(company.id)) {
      found.set(company.id, [...(found.get(company.id) ?? []), { kind, about }])
    }
  }
  for (const { company, as } of index.byAccount.get(profile.accountHash) ?? []) {
    const kind = as === 'own' ? 'site_names_account' : (`site_names_${as}` as const)
    add(company, kind, company.domain ?? company.name)
  }
  for (const link of profile.verifiedLinks) {
    const domain = companyDomain(link, profile)
    if (domain !== undefined) add(index.byDomain.get(domain), 'verified_site', domain)
  }
  const mailed = domainOfEmail(profile.email)
  if (mailed !== undefined && !index.mailHosts.has(mailed)) add(index.byDomain.get(mailed), 'email_at_domain', mailed)
  const site = companyDomain(profile.website ?? '', profile)
  if (site !== undefined) add(index.byDomain.get(site), 'website_is', site)
  addTitles(profile, index, add)
  return [...found].flatMap(([companyId, evidence]) => {
    const company = index.byId.get(companyId)
    const doubt = evidence.reduce((rest, { kind }) => rest * (1 - BELIEF[kind]), 1)
    const isLikely = 1 - doubt >= BELIEF_MIN && company !== undefined && !isDenied(profile.bio ?? '', company)
    return isLikely ? [{ profileId: profile.id, companyId, probability: 1 - doubt, evidence }] : []
  })
}

/** Each line of a profile may name an office somewhere: 'Founder at Acme. Advisor at Other.' */
function addTitles(
  { bio }: LinkableProfile,
  { byName }: Index,
  add: (company: LinkableCompany | null | undefined, kind: CompanyEvidenceKind, about: string) => void,
): void {
  for (const line of (bio ?? '').split(/[\n|•·;]|\.\s|,\s|\s(?:and|&|\+)\s/u)) {
    const stated = readTitle(line)
    const key = companyKey(stated?.company ?? '')
    if (stated && key.length >= NAME_KEY_MIN) add(byName.get(key), 'title_names', line.replaceAll(/\s+/gu, ' ').trim())
  }
}

/** Whether the bio says that they left, or are connected in another way. */
function isDenied(bio: string, { name, domain }: LinkableCompany): boolean {
  const called = [name, domain?.split('.')[0] ?? ''].filter((each) => each !== '').map(escaped)
  const near = String.raw`[\s\p{P}]+(?:[\p{L}\p{N}-]+[\s\p{P}]+){0,3}@?(?:${called.join('|')})(?![\p{L}\p{N}])`
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${NOT_THEIRS}${near}`, 'iu').test(bio)
}

/** The company domain of a published address; none for providers, schools and societies. */
function domainOfEmail(email: string | null): string | undefined {
  const host = email?.split('@').at(-1)?.trim().toLowerCase() ?? ''
  if (!host.includes('.') || MAIL_HOSTS.has(host) || SCHOOL.test(host)) return undefined
  const domain = registeredDomain(host)
  return MAIL_HOSTS.has(domain) ? undefined : domain
}

function escaped(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
}
