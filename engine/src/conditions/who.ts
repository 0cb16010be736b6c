import { readTerms } from '../language/words.ts'
import type { Plan } from '../plan/plan.ts'
import { findJobOffer, findJobSearch } from './job-offer.ts'
import { NOT_SAID, type Finding, type Passage } from './passage.ts'

/** A kind of people: how a signal names them, and how they name themselves. */
interface Role {
  name: string
  asked: RegExp
  /** After `I am a`, `as a`, `we are a`. */
  noun: RegExp
  /** A whole sentence that says so in another way. */
  says?: RegExp
  /** A sentence that says so and rules out others. */
  plain?: RegExp
}

const ROLES: readonly Role[] = [
  {
    name: 'student',
    asked: /\b(?:students?|pupils?|interns?|undergraduates?)\b/i,
    noun: /\b(?:student|undergrad(?:uate)?|freshman|sophomore|intern)\b/i,
    says: /\bi(?:'m| am)? (?:currently )?(?:in|going to|starting|attending|a (?:junior|senior) (?:in|at)) (?:high school|college|university|uni|grad school)\b|\bmy (?:college|school|classes|dorm|homework|professor|degree|thesis)\b|\bfor (?:college|school|university|uni|class)\b|\bi(?:'ll| will) be (?:studying|attending|a (?:freshman|sophomore|junior|senior))\b|\bstudying\b/i,
    plain:
      /\b(?:school project|class assignment|for homework|my homework assignment|my thesis|for (?:a|my) (?:class|school|course|thesis))\b/i,
  },
  {
    name: 'graduate',
    asked: /\bgraduates?\b/i,
    noun: /\b(?:graduate|grad)\b/i,
    says: /\bi (?:just |recently |have |will )*graduat(?:e|ed|ing)\b|\bgraduat(?:e|ing) (?:in|this|next)\b/i,
  },
  {
    name: 'hobbyist',
    asked: /\b(?:hobbyists?|amateurs?|enthusiasts?|makers?|tinkerers?)\b/i,
    noun: /\b(?:hobbyist|amateur|tinkerer)\b/i,
    plain: /\b(?:as|just|only) (?:a|my) hobby\b|\bjust for fun\b/i,
  },
  {
    name: 'freelancer',
    asked: /\b(?:freelance(?:rs?)?|self-employed|contractors?|consultants?)\b/i,
    noun: /\b(?:freelance(?:r)?|contractor|consultant|sole proprietor)\b/i,
    says: /\bi freelance\b|\bfreelancing\b|\bself[- ]employed\b|\bmy (?:freelance|clients?)\b|\ba client of mine\b|\b1099\b/i,
  },
  {
    name: 'owner',
    asked:
      /\b(?:owners?|founders?|co-?founders?|co-owners?|entrepreneurs?|startups?|start-ups?|compan(?:y|ies)|business(?:es)?|firms?|shops?|stores?|restaurants?|agencies|agency|sellers?|employers?|landlords?)\b/i,
    noun: /\b(?:owner|founder|co-?founder|entrepreneur|startup|start-up|company|business|firm|shop|store|agency|sole proprietor|seller)\b/i,
    says: /\b(?:my|our) (?:own |small |new |little |current |online |local )*(?:business|company|startup|start-up|store|shop|firm|restaurant|employees?|customers|clients|agency|practice|llc|cofounder|co-founder)\b|\bi (?:own|run|started|founded|opened) an? \b|\bwe (?:started|launched|opened|run|own) \b|\bi(?:'m| am) (?:starting|opening|launching|running) \b/i,
  },
  {
    name: 'employee',
    asked: /\b(?:employees?|workers?|job seekers?|new hires?|staff)\b/i,
    noun: /\b(?:employee|worker)\b/i,
    says: /\bmy (?:boss|manager|employer|job|coworkers?|co-workers?|company|salary|paycheck)\b|\bi work (?:at|for|in|as)\b/i,
  },
  {
    name: 'beginner',
    asked: /\b(?:beginners?|newcomers?|newbies|novices?|first-time|learners|little (?:programming )?experience)\b/i,
    noun: /\b(?:beginner|newbie|noob|newb|novice|total noob|complete newbie)\b/i,
    says: /\b(?:new to|just start(?:ed|ing)|no experience|never (?:used|programmed|coded|done|built|made|bought)|(?:want|trying|hoping|looking) to (?:learn|get (?:started|into))|(?:zero|no|little)(?: to no)? (?:prior |previous |programming |coding )?(?:knowledge|experience)|for the first time|absolute(?:ly)? (?:basics|beginner))\b/i,
  },
  {
    name: 'professional',
    asked: /\b(?:professionals?|seniors?|experienced)\b/i,
    noun: /\b(?:professional|(?:senior|lead|principal|experienced) (?!in\b|at\b|year|citizen)\w+)/i,
  },
  {
    name: 'parent',
    asked: /\b(?:parents?|mothers?|fathers?|moms?|dads?)\b/i,
    noun: /\b(?:parent|mother|father|mom|dad)\b/i,
    says: /\bmy (?:\w+[- ])?(?:\w+ )?(?:son|daughter|kids?|child|children|baby|toddler|year old|infant)\b|\bour (?:son|daughter|kids?|child|children|baby|toddler)\b/i,
  },
  {
    name: 'teacher',
    asked: /\bteachers?\b/i,
    noun: /\b(?:teacher|professor|instructor|tutor)\b/i,
    says: /\bi teach\b|\bmy (?:students|pupils)\b/i,
  },
  {
    name: 'woman',
    asked: /^(?:women|mothers?|moms?|girls?)\b/i,
    noun: /\b(?:woman|girl|female|lady|mother|mom|gal)\b/i,
  },
  { name: 'man', asked: /^(?:men|fathers?|dads?|boys?)\b/i, noun: /\b(?:man|guy|dude|male|father|dad)\b/i },
]
/** Lines of work by which people name themselves; somebody who hires may be any of them. */
const OCCUPATIONS: readonly Role[] = [
  {
    name: 'admin',
    asked: /\b(?:admins?|sysadmins?|administrators?|technicians?|it people)\b/i,
    noun: /\b(?:admin|administrator|sysadmin|technician|network engineer|it (?:guy|manager|director|support|consultant|person))\b/i,
  },
  {
    name: 'coder',
    asked: /\b(?:developers?|programmers?|coders?|engineers?)\b/i,
    noun: /\b(?:developer|programmer|coder|engineer)\b/i,
  },
  {
    name: 'writer',
    asked: /\b(?:writers?|editors?|translators?|copywriters?)\b/i,
    noun: /\b(?:writer|editor|translator|copywriter)\b/i,
  },
  { name: 'lawyer', asked: /\blawyers?\b/i, noun: /\b(?:lawyer|attorney|paralegal)\b/i },
  { name: 'nurse', asked: /\b(?:nurses?|doctors?)\b/i, noun: /\b(?:nurse|doctor|physician)\b/i },
  { name: 'recruiter', asked: /\brecruiters?\b/i, noun: /\b(?:recruiter|headhunter)\b/i },
  { name: 'photographer', asked: /\bphotographers?\b/i, noun: /\bphotographer\b/i },
]
const BY_NAME = new Map([...ROLES, ...OCCUPATIONS].map((role) => [role.name, role]))

/** Who, where they call themselves so and not what is asked for, is somebody else. */
const EXCLUDES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    owner: ['student', 'hobbyist', 'employee', 'coder', 'writer', 'lawyer', 'nurse', 'teacher', 'admin', 'recruiter'],
    freelancer: ['student', 'hobbyist', 'employee', 'recruiter'],
    employee: ['freelancer', 'recruiter'],
    teacher: ['student', 'coder', 'admin', 'writer', 'lawyer', 'nurse'],
    admin: ['student', 'coder', 'teacher', 'writer', 'lawyer', 'nurse', 'photographer'],
    writer: ['coder', 'admin', 'lawyer', 'nurse'],
    professional: ['student', 'hobbyist', 'beginner'],
    beginner: ['professional'],
    woman: ['man'],
    man: ['woman'],
  }),
)

const I_AM =
  /\b(?:i'm|i am|im|as|i work as|we're|we are|speaking as) (?:just |also |only |currently |still |now |basically |merely )?(?:an? |the )((?:[\w'+#./-]+ ){0,3}?[\w'+#/-]+)/gi
const NOT_SELF =
  /\b(?:as an? (?:\w+ )?(?:result|matter|bonus|side|gift|whole|alternative|example)|not an?|wasn't|isn't|if i|when i was|i was|used to)\b/i

/** How somebody says that they are on the other side: they sell, help or advise. */
const OTHER_SIDE: readonly RegExp[] = [
  /\bi(?:'m| am) an? (?:[\w/-]+ ){0,3}(?:recruiter|headhunter|attorney|lawyer|cpa|accountant|realtor|loan officer|insurance agent|financial advisor|hiring manager)\b(?=.*\b(?:answer|help|ask me|ama|questions|advice|free|offer|hire)\b)/i,
  /\bwe (?:help|provide|offer) (?:\w+ ){0,2}(?:businesses|companies|startups|people|customers|clients|freelancers|students|developers|founders)\b/i,
  /\bi (?:help|coach) (?:\w+ ){0,2}(?:businesses|companies|startups|people|clients|freelancers|students|founders)\b/i,
  /\b(?:our|my) (?:services|agency) (?:include|offers?|provides?|speciali[sz]es)\b/i,
  /\bcontact us (?:today|now)\b|\bcall us (?:today|now)\b|\bfree consultation\b/i,
  /^\s*show hn\b/i,
]
/** Followed by what the signal is about: bakers sell bread, but not ovens. */
const SELLS = /\b(?:i|we) sell (?!(?:my|our|it|them|this|that|him|her|the)\b)([^.!?,;]{2,40})/i
const OFFERING =
  /\b(?:offer|announc|show|launch|releas|sell|hir|promot|accept|look(?:ing)? for people|telling|praising)\w*/i
const COUNT = String.raw`(?:about |around |over |some |roughly )?(\d{1,3}(?:,\d{3})+|\d{3,6})\+?`
const BIG = new RegExp(
  String.raw`\bwe(?:'re| are| have) ${COUNT} ?(?:people|employees|staff)\b|\b(?:company|firm|organi[sz]ation|team|business) (?:of|with|has) ${COUNT} ?(?:people|employees|staff|person)\b`,
  'i',
)
const SMALL_ASKED = /\b(?:small|tiny|little|one-person|family|independent|indie|local)\b/i
const BIG_FROM = 250

/** The kinds of people that `who` names, of those that can be told by what authors say of themselves. */
export function rolesOf(who: string): string[] {
  return [...ROLES, ...OCCUPATIONS].filter(({ asked }) => asked.test(who)).map(({ name }) => name)
}

/** What the author says of themselves, held against whom the signal asks for. */
export function checkWho(asked: Pick<Plan, 'who' | 'signal' | 'topics'>, passages: readonly Passage[]): Finding {
  const roles = rolesOf(asked.who)
  const met = findSelf(asked.who, roles, passages)
  const other = findOther(asked, roles, { passages, isMet: met !== undefined })
  if (other !== undefined) return { state: 'not_met', at: other }
  return met === undefined ? NOT_SAID : { state: 'met', at: met }
}

function findSelf(who: string, roles: readonly string[], passages: readonly Passage[]): Passage | undefined {
  const byRole = roles.flatMap((name) => findRole(name, passages) ?? [])
  return byRole[0] ?? findNoun(who, passages)
}

/** `I am a network admin` for `Network admins`. */
function findNoun(who: string, passages: readonly Passage[]): Passage | undefined {
  const nouns = who
    .toLowerCase()
    .split(/[^\p{L}\p{N}+#-]+/u)
    .filter((word) => /(?:ers?|ors?|ists?|admins?|ians?|men|women|users?)$/.test(word))
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => !/^(?:user|owner|member|customer|other|number|over|under|for|or|after)$/.test(word))
  return passages.find(({ words }) => selvesIn(words).some((self) => nouns.some((noun) => self.includes(noun))))
}

function findRole(name: string, passages: readonly Passage[]): Passage | undefined {
  const role = BY_NAME.get(name)
  if (role === undefined) return undefined
  const named = passages.find(({ words }) => selvesIn(words).some((self) => role.noun.test(self)))
  return named ?? passages.find(({ words }) => role.says?.test(words))
}

/** Exclusion asks for more than membership: the author's own noun, or words that leave no doubt. */
function findOther(
  { who, signal, topics }: Pick<Plan, 'who' | 'signal' | 'topics'>,
  roles: readonly string[],
  { passages, isMet }: { passages: readonly Passage[]; isMet: boolean },
): Passage | undefined {
  const big = SMALL_ASKED.test(who) ? passages.find(({ words }) => isBig(words)) : undefined
  if (big !== undefined || isMet) return big
  const isHiring = /\bhir(?:e|es|ing)\b/i.test(signal)
  if (isHiring) {
    const seeker = findJobSearch(passages)
    if (seeker !== undefined) return seeker
  }
  if (!OFFERING.test(signal)) {
    const offer = isOrganization(roles) ? undefined : findJobOffer(passages)
    const terms = new Set(readTerms(topics.flatMap(({ anyOf }) => anyOf).join(' ')))
    const seller = passages.find(({ words }) => isSelling(words, terms))
    if (offer !== undefined || seller !== undefined) return offer ?? seller
  }
  if (isHiring) return undefined
  // Somebody who is excluded by one of the people asked for may still be another of them.
  const excluded = (EXCLUDES.get(roles[0] ?? '') ?? []).filter((name) =>
    roles.every((role) => EXCLUDES.get(role)?.includes(name)),
  )
  return passages.find(({ words }) => excluded.some((name) => isPlainly(name, words)))
}

/** Whether the author calls themselves so; what else tells of a role does not rule out another. */
function isPlainly(name: string, words: string): boolean {
  const role = BY_NAME.get(name)
  return (
    role !== undefined && (selvesIn(words).some((self) => role.noun.test(self)) || role.plain?.test(words) === true)
  )
}

function isSelling(words: string, terms: ReadonlySet<string>): boolean {
  if (/\?\s*$/.test(words)) return false
  const sold = SELLS.exec(words)?.[1]
  return (
    OTHER_SIDE.some((pattern) => pattern.test(words)) ||
    (sold !== undefined && readTerms(sold).some((term) => terms.has(term)))
  )
}

function isOrganization(roles: readonly string[]): boolean {
  return roles.includes('owner')
}

function isBig(words: string): boolean {
  const match = BIG.exec(words)
  if (match === null) return false
  return Number((match[1] ?? match[2] ?? '').replaceAll(',', '')) >= BIG_FROM
}

/** What authors call themselves in a sentence: the words after `I am a`. */
function selvesIn(words: string): string[] {
  if (NOT_SELF.test(words)) return []
  return [...words.matchAll(I_AM)].map((match) => {
    const from = match.index + match[0].length
    return `${match[1] ?? ''}${/^(?: [\w-]+){0,2}/.exec(words.slice(from))?.[0] ?? ''}`.toLowerCase()
  })
}
