import type { Evidence, EvidenceKind } from './compare-profiles.ts'

interface Told {
  about: string
  /** The profile that shows an address, at the beginning of a sentence. */
  profile: string
  platform: string
}

/** Describes evidence in a sentence. `nameOf` gives a platform's usual name. */
export function describeEvidence({ kind, about, from }: Evidence, nameOf: (platform: string) => string): string {
  const profile = from === undefined ? 'One profile' : `The profile on ${nameOf(from)}`
  return WORDS[kind]({ about, profile, platform: from === undefined ? '' : nameOf(from) })
}

const WORDS: Record<EvidenceKind, (told: Told) => string> = {
  links_each_other: () => 'Each profile links to the other.',
  verified_link: ({ profile }) => `${profile} links to the other, and the platform has verified the link.`,
  links_to: ({ about, profile }) => `${profile} links to the other as its own (${about}).`,
  mentions: ({ about, profile }) => `${profile} names the other (${about}).`,
  same_email: () => 'Both profiles publish the same email address.',
  same_site: ({ about }) => `Both profiles show ${about}.`,
  same_avatar: () => 'Both profiles have the same picture.',
  same_handle: ({ about }) => `Both are called ${about} there.`,
  similar_handle: ({ about }) => `Their handles are spellings of ${about}.`,
  handle_of_name: ({ about }) => `One is named ${about}, and the other’s handle is made of that name.`,
  other_handle: ({ about }) => `Their handles have little in common: one is ${about}.`,
  same_name: ({ about }) => `Both are named ${about}.`,
  other_name: ({ about }) => `Their names differ: one is ${about}.`,
  same_bio: () => 'Both say the same of themselves, word for word.',
  similar_bio: ({ about }) => (about === '' ? 'What they say of themselves is alike.' : `Both speak of ${about}.`),
  other_bio: () => 'What they say of themselves has nothing in common.',
  same_town: ({ about }) => `Both live in ${capital(about)}.`,
  other_town: ({ about }) => `They live in different places: one of them in ${capital(about)}.`,
  same_company: ({ about }) => `Both name the company ${capital(about)}.`,
  other_company: ({ about }) => `They name different companies: one is ${capital(about)}.`,
  other_site: ({ about }) => `They show different sites: one is ${about}.`,
  parody: () => 'One of them says that it is a parody, or not affiliated.',
  through_third: ({ about, platform }) =>
    `Both are likely one person with ${about === '' ? 'a third account' : about} on ${platform}.`,
  team: () => 'One of them speaks for a team.',
}

function capital(words: string): string {
  return words.replaceAll(/(?:^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
}
