import { companyKey } from '../../companies.ts'
import { createChance, type Chance } from './chance.ts'
import { FAMILY, GIVEN, NICK_FIRST, NICK_SECOND } from './names.ts'
import type { LinkableCompany, LinkableProfile } from '../../company-links/propose-companies.ts'

/** People, companies, and who really belongs where. */
export interface PlantedCompanies {
  profiles: LinkableProfile[]
  companies: LinkableCompany[]
  /** Memberships that are not known yet, as `person company`. */
  truth: ReadonlySet<string>
}

const PEOPLE = 3_000
const COMPANIES = 150
const ROLES = [
  'Engineer',
  'Founder',
  'CTO',
  'Product manager',
  'Senior developer',
  'Head of design',
  'Co-founder',
  'SRE',
]
const HOBBIES = ['Gardens', 'I bake', 'Cyclist', 'Opinions are mine', 'Father of two', 'Rust', 'Berlin']

/** How people say where they work, or do not. `N` is the company's name, `H` its name as a handle, `R` a role. */
const SAYS_SO = [
  'R at N',
  'R @ N',
  'R @H',
  'R, N',
  'I work on things at N',
  'R at N. HOBBY.',
  'HOBBY | R at N',
  'R at N, HOBBY',
]
const SAID_OF_PAST = [
  'ex-N',
  'Former R at N',
  'formerly at N',
  'previously R at N',
  'Was R at N until 2021',
  'R at N (2015–2019)',
  '2012-2018: R at N',
  'R, prev. N',
  'Left N last year',
  'used to be R at N',
  'Retired R at N',
]
const SAID_OF_OTHERS = [
  'Happy customer of N',
  'Big fan of N',
  'Contributor to N',
  'Investor in N',
  'Advisor at N',
  'Not affiliated with N',
  'User of N since 2012',
  'Married to a R at N',
  'Looking for a job as R at N',
  'Moderator of the N forum',
  'Alumni of N',
]

/**
 * Plants a made-up project. Its companies are known from what some of their people say; other people publish what may
 * tell it. Among them are former employees, customers, fans and contributors, people whose mail is at a provider or a
 * school, companies with the same name, and companies elsewhere with the name of one here.
 */
export function plantCompanies(seed: number): PlantedCompanies {
  const chance = createChance(seed)
  const companies = Array.from({ length: COMPANIES }, (_, position) => plantCompany(chance, position))
  const truth = new Set<string>()
  const profiles = Array.from({ length: PEOPLE }, (_, position) =>
    plantPerson(chance, { place: position, companies, truth }),
  )
  return { profiles, companies, truth }
}

function plantCompany(chance: Chance, position: number): LinkableCompany {
  // Every fifteenth has the name of the one before, and is another company.
  const isNamesake = position % 15 === 14
  const number = isNamesake ? position - 1 : position
  const [first, second] = [
    NICK_FIRST[number % NICK_FIRST.length] ?? '',
    NICK_SECOND[(number * 7 + Math.floor(number / 30)) % NICK_SECOND.length] ?? '',
  ]
  const name = `${first.charAt(0).toUpperCase()}${first.slice(1)}${second}`
  const hasDomain = chance.happens(0.7) || isNamesake
  const domain = position === 3 ? 'mailhaven.example' : `${name.toLowerCase()}${isNamesake ? '-group' : ''}.example`
  return {
    id: `company-${position}`,
    name: position === 3 ? 'Mailhaven' : name,
    nameKey: companyKey(position === 3 ? 'Mailhaven' : name),
    domain: hasDomain || position === 3 ? domain : null,
    accounts: [],
  }
}

interface Planting {
  place: number
  companies: LinkableCompany[]
  truth: Set<string>
}

function plantPerson(chance: Chance, { place, companies, truth }: Planting): LinkableProfile {
  const [given, family] = [chance.pickFrequent(GIVEN), chance.pickFrequent(FAMILY)]
  const person: { -readonly [Key in keyof LinkableProfile]: LinkableProfile[Key] } = {
    id: `person-${place}`,
    accountHash: `account-${place}`,
    names: [`${given} ${family}`, `${given}${family}${place}`.toLowerCase()],
    bio: null,
    website: chance.happens(0.2) ? `https://${given}-${family}.example`.toLowerCase() : null,
    verifiedLinks: [],
    email: chance.happens(0.2)
      ? `${given}@${chance.pick(['gmail.com', 'mailhaven.example', 'alumni.westmere.edu'])}`
      : null,
    company: null,
    companyIds: [],
  }
  const said: string[] = []
  const employer = chance.happens(0.6) ? chance.pick(companies) : undefined
  if (employer) publishEmployer(chance, { person, employer, said, truth })
  else if (chance.happens(0.5)) person.company = `${chance.pick(FAMILY)} Works`
  const other = chance.pick(companies)
  if (other !== employer) misleadAbout(chance, { person, other, said })
  if (chance.happens(0.5)) said.push(chance.pick(HOBBIES))
  person.bio = said.length === 0 ? null : said.join(chance.pick(['. ', ' | ', '\n']))
  return person
}

type Person = { -readonly [Key in keyof LinkableProfile]: LinkableProfile[Key] }

function publishEmployer(
  chance: Chance,
  { person, employer, said, truth }: { person: Person; employer: LinkableCompany; said: string[]; truth: Set<string> },
): void {
  if (chance.happens(0.4)) {
    person.company = employer.name
    person.companyIds = [employer.id]
  } else {
    truth.add(`${person.id} ${employer.id}`)
    // A company of their own on the side, or its name in another spelling.
    if (chance.happens(0.2)) person.company = `${employer.name} Labs`
  }
  if (chance.happens(0.35)) said.push(fill(chance, chance.pick(SAYS_SO), employer))
  if (employer.domain !== null && chance.happens(0.2)) person.email = `${person.names[1] ?? ''}@${employer.domain}`
  if (employer.domain !== null && chance.happens(0.1)) person.website = `https://www.${employer.domain}/team`
  if (employer.domain !== null && chance.happens(0.04)) person.verifiedLinks = [`https://${employer.domain}`]
  if (employer.domain !== null && chance.happens(0.05))
    name(employer, person, chance.pick(['founder', 'employee', 'own']))
}

/** Plants what looks like a membership and is none. */
function misleadAbout(
  chance: Chance,
  { person, other, said }: { person: Person; other: LinkableCompany; said: string[] },
): void {
  if (chance.happens(0.12)) said.push(fill(chance, chance.pick(SAID_OF_PAST), other))
  if (chance.happens(0.12)) said.push(fill(chance, chance.pick(SAID_OF_OTHERS), other))
  // A company elsewhere has the same name as one here.
  if (chance.happens(0.003)) said.push(fill(chance, 'R at N', other))
  if (other.domain !== null && chance.happens(0.02)) person.website = `https://${other.domain}`
  if (other.domain !== null && chance.happens(0.02)) person.website = `https://docs.${other.domain}/plugins`
  // A company's page still names somebody who says that they left.
  if (other.domain !== null && chance.happens(0.01)) {
    name(other, person, 'employee')
    said.push(fill(chance, chance.pick(['ex-N', 'formerly at N']), other))
  }
}

function name(company: LinkableCompany, { accountHash: hash }: Person, as: 'founder' | 'employee' | 'own'): void {
  company.accounts = [...company.accounts, { hash, as }]
}

function fill(chance: Chance, words: string, { name }: LinkableCompany): string {
  return words
    .replaceAll('HOBBY', chance.pick(HOBBIES))
    .replace(/\bR\b/u, chance.pick(ROLES))
    .replace(/\bN\b/u, name)
    .replace('@H', `@${name.toLowerCase()}`)
}
