import type { Evidence } from './compare-profiles.ts'

/**
 * Evidence as a sentence for whoever decides. `nameOf` gives a platform the name that people know it by.
 */
export function describeEvidence({ kind, about, from }: Evidence, nameOf: (platform: string) => string): string {
  const profile = from === undefined ? 'One profile' : `The profile on ${nameOf(from)}`
  switch (kind) {
    case 'links_each_other':
      return 'Each profile links to the other.'
    case 'verified_link':
      return `${profile} links to the other, and the platform has verified the link.`
    case 'links_to':
      return `${profile} links to the other as its own (${about}).`
    case 'mentions':
      return `${profile} names the other (${about}).`
    case 'same_email':
      return 'Both profiles publish the same e-mail address.'
    case 'same_site':
      return `Both profiles show ${about}.`
    case 'same_avatar':
      return 'Both profiles have the same picture.'
    case 'same_handle':
      return `Both are called ${about} there.`
    case 'similar_handle':
      return `Their handles are spellings of ${about}.`
    case 'handle_of_name':
      return `One is named ${about}, and the other’s handle is made of that name.`
    case 'same_name':
      return `Both are named ${about}.`
    case 'other_name':
      return `Their names differ: one is ${about}.`
    case 'same_bio':
      return 'Both say the same of themselves, word for word.'
    case 'similar_bio':
      return about === '' ? 'What they say of themselves is alike.' : `Both speak of ${about}.`
    case 'other_bio':
      return 'What they say of themselves has nothing in common.'
    case 'same_town':
      return `Both live in ${capital(about)}.`
    case 'other_town':
      return `They live in different places: one in ${capital(about)}.`
    case 'same_company':
      return `Both name the company ${capital(about)}.`
    case 'other_company':
      return `They name different companies: one ${capital(about)}.`
    case 'other_site':
      return `They show different sites: one ${about}.`
    case 'parody':
      return 'One of them says that it is a parody, or not affiliated.'
    case 'team':
      return 'One of them speaks for a team.'
  }
}

function capital(words: string): string {
  return words.replaceAll(/(?:^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
}
