import type { CompanyEvidence, CompanyEvidenceKind } from './propose-companies.ts'

/** Describes evidence in a sentence. */
export function describeCompanyEvidence({ kind, about }: CompanyEvidence): string {
  return WORDS[kind](about)
}

const WORDS: Record<CompanyEvidenceKind, (about: string) => string> = {
  site_names_founder: (about) => `The website ${about} names this account as its founder’s.`,
  site_names_employee: (about) => `The website ${about} names this account among its people’s.`,
  site_names_account: (about) => `The website ${about} names this account as the company’s own.`,
  verified_site: (about) => `The profile links to ${about}, and the platform has verified that the site links back.`,
  email_at_domain: (about) => `The profile publishes an email address at ${about}.`,
  title_names: (about) => `The profile says “${about}”.`,
  website_is: (about) => `The profile’s website is ${about}.`,
}
