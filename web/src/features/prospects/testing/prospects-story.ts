import type { ProfileFetch } from '@leadlight/contract/identity'
import type { Company, CompanyRow, Person, PersonRow, SourcedValue } from '@leadlight/contract/prospects'
import type { LeadRow } from '@leadlight/contract/leads'
import { elementHeights } from '../../../testing/element-heights.ts'
import type { Answers } from '../../../testing/fake-server.ts'
import { instance, NETSCOPE, rosasAnswers } from '../../../testing/rosas-story.ts'

export const PEOPLE_PAGE = `/projects/${NETSCOPE}/prospects/people`
export const COMPANIES_PAGE = `/projects/${NETSCOPE}/prospects/companies`
export const PEOPLE_API = `/api/v1/prospects/people/${NETSCOPE}`
export const COMPANIES_API = `/api/v1/prospects/companies/${NETSCOPE}`
export const STATUSES_API = `/api/v1/prospects/prospect-lead-status-configs/project/${NETSCOPE}`
export const SIGNAL = { id: id(901), intent_signal: 'Looking for a monitoring tool' }

const ROW_HEIGHT_PX = 40

export function id(number: number): string {
  return `01920000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

export function sourced(value: string, parts: Partial<SourcedValue> = {}): SourcedValue {
  return {
    value,
    source: 'profile',
    source_url: 'https://github.example/mara',
    seen_at: '2026-11-12T10:00:00.000Z',
    ...parts,
  }
}

/** Mara, who posts on GitHub and Hacker News and works for Tideline. */
export function person(parts: Partial<PersonRow> = {}): PersonRow {
  return {
    id: id(1),
    project_id: NETSCOPE,
    name: 'Mara Lindt',
    location: sourced('Berlin'),
    person_title: sourced('Platform engineer'),
    company_name: sourced('Tideline'),
    company: { id: id(11), name: 'Tideline' },
    profiles: [
      {
        id: id(21),
        platform: 'github',
        handle: 'mara',
        name: 'Mara Lindt',
        url: 'https://github.example/mara',
        posts: 2,
      },
      { id: id(22), platform: 'hacker_news', handle: 'thinline', name: 'thinline', url: null, posts: 1 },
    ],
    platforms: ['github', 'hacker_news'],
    intent_signals: [SIGNAL],
    posts: 3,
    last_posted_at: '2026-11-20T09:00:00.000Z',
    status_config_id: null,
    deleted: false,
    created_at: '2026-11-20T10:00:00.000Z',
    ...parts,
  }
}

export function company(parts: Partial<CompanyRow> = {}): CompanyRow {
  return {
    id: id(11),
    project_id: NETSCOPE,
    name: 'Tideline',
    domain: sourced('tideline.example', { source: 'website', source_url: 'https://tideline.example' }),
    industry: sourced('Logistics', { source: 'provider', source_url: null }),
    location: null,
    platforms: ['github'],
    intent_signals: [SIGNAL],
    people: 2,
    posts: 4,
    last_posted_at: '2026-11-20T09:00:00.000Z',
    status_config_id: null,
    deleted: false,
    created_at: '2026-11-20T10:00:00.000Z',
    ...parts,
  }
}

export function post(parts: Partial<LeadRow> = {}): LeadRow {
  return {
    id: id(101),
    project_id: NETSCOPE,
    platform: 'github',
    community: 'netdata/netdata',
    url: 'https://github.example/issue/1',
    author: 'mara',
    title: 'Discovery misses new hosts',
    excerpt: { text: 'We look for something that finds hosts on its own.', evidence: [] },
    score: 91,
    level: 'strong',
    intent_signals: [{ ...SIGNAL, kind: 'intent' }],
    status_config_id: null,
    smart_column_values: [],
    github_issue_state: null,
    feedback: null,
    assignee_id: null,
    read: true,
    starred: false,
    deleted: false,
    posted_at: '2026-11-20T09:00:00.000Z',
    collected_at: '2026-11-20T10:00:00.000Z',
    source_deleted_at: null,
    ...parts,
  }
}

/** Mara's page: two sources disagree on where she is. */
export function wholePerson(parts: Partial<Person> = {}): Person {
  const row = person()
  const ofProfile = { profile_id: id(21), is_shown: true }
  return {
    ...row,
    website: null,
    bio: null,
    email: null,
    facts: [
      { ...sourced('Platform engineer'), field: 'person_title', ...ofProfile },
      { ...sourced('Tideline'), field: 'company_name', ...ofProfile },
      { ...sourced('Berlin'), field: 'location', ...ofProfile },
      {
        ...sourced('Hamburg', { source: 'model', source_url: null }),
        field: 'location',
        profile_id: id(22),
        is_shown: false,
      },
    ],
    companies: [{ id: id(11), name: 'Tideline' }],
    timeline: [
      post(),
      post({
        id: id(102),
        platform: 'hacker_news',
        title: 'Ask HN: what watches 300 hosts?',
        posted_at: '2026-10-02T09:00:00.000Z',
      }),
    ],
    draft: null,
    ...parts,
  }
}

export function wholeCompany(parts: Partial<Company> = {}): Company {
  const row = company()
  return {
    ...row,
    description: null,
    employees: null,
    facts: [
      {
        ...sourced('tideline.example', { source: 'website', source_url: 'https://tideline.example' }),
        field: 'domain',
        is_shown: true,
        why: null,
      },
      {
        ...sourced('Logistics', { source: 'provider', source_url: null }),
        field: 'industry',
        is_shown: true,
        why: null,
      },
    ],
    team: [
      {
        person: person(),
        said_by: {
          source: 'profile',
          source_url: 'https://github.example/mara',
          seen_at: '2026-11-12T10:00:00.000Z',
        },
      },
    ],
    timeline: [post()],
    ...parts,
  }
}

export function page<Row>(items: Row[]) {
  return { items, total: items.length, total_capped: false, next_cursor: null }
}

/** Mara's GitHub profile was read; Hacker News profiles cannot be. */
export function profileFetches(github: Partial<ProfileFetch> = {}): ProfileFetch[] {
  return [
    {
      profile_id: id(21),
      platform: 'github',
      state: 'done',
      looked_at: '2026-11-12T10:00:00.000Z',
      next_at: '2026-12-12T10:00:00.000Z',
      error: null,
      ...github,
    },
    {
      profile_id: id(22),
      platform: 'hacker_news',
      state: 'not_offered',
      looked_at: '2026-11-12T10:00:00.000Z',
      next_at: null,
      error: null,
    },
  ]
}

/** Persons 1 to `count`: the first is Mara, the others are numbered. */
export function persons(count: number): PersonRow[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? person() : person({ id: id(index + 1), name: `Person ${index + 1}`, company: null }),
  )
}

export function statuses() {
  return [
    { id: id(601), name: 'To contact', color: 'amber', position: 0 },
    { id: id(602), name: 'Customer', color: 'green', position: 1 },
  ] as const
}

/** The server's answers for Rosa's project with people and a company. */
export function prospectAnswers(people: PersonRow[] = persons(3)): Answers {
  return {
    ...rosasAnswers(),
    'GET /api/v1/instance': instance(),
    [`GET ${PEOPLE_API}`]: page(people),
    [`GET ${COMPANIES_API}`]: page([company()]),
    [`GET ${PEOPLE_API}/lead/${id(1)}`]: wholePerson(),
    [`GET ${COMPANIES_API}/lead/${id(11)}`]: wholeCompany(),
    [`GET ${PEOPLE_API}/identity_proposals`]: { items: [], total: 0, total_capped: false, next_cursor: null },
    [`GET ${PEOPLE_API}/company_proposals`]: { items: [], total: 0, total_capped: false, next_cursor: null },
    [`GET ${COMPANIES_API}/${id(11)}/website`]: null,
    [`GET ${PEOPLE_API}/${id(1)}/merges`]: [],
    [`GET ${PEOPLE_API}/${id(1)}/enrichment`]: profileFetches(),
    [`GET ${STATUSES_API}`]: [...statuses()],
    [`GET /api/v1/leads/${NETSCOPE}/leads-data-channels`]: [
      { platform: 'github', id: 'github', external_id: '', name: '', display_name: 'GitHub', lead_count: 3 },
    ],
    [`GET /api/v1/leads/${NETSCOPE}/views`]: [],
  }
}

export const giveElementsHeight = elementHeights(ROW_HEIGHT_PX)
