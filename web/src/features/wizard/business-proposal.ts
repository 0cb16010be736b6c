import type { BusinessInfo } from '@leadlight/contract/projects'
import { findDraft, storeDraft } from '../../lib/draft.ts'

/** Names of the drafts of the profile, which the website's reading fills and the steps let one correct. */
export const profileDrafts = {
  name: (projectId: string) => `business-name:${projectId}`,
  description: (projectId: string) => `business-description:${projectId}`,
  purpose: (projectId: string) => `purpose:${projectId}`,
} as const

const SOURCE = (projectId: string) => `business-source:${projectId}`

/** Puts what a website says about a business into the drafts of the next steps. What it does not say is left alone. */
export function saveProposal(projectId: string, website: string, info: BusinessInfo): void {
  if (info.business_name) storeDraft(profileDrafts.name(projectId), info.business_name)
  if (info.business_description) storeDraft(profileDrafts.description(projectId), info.business_description)
  if (info.purpose) storeDraft(profileDrafts.purpose(projectId), info.purpose)
  storeDraft(SOURCE(projectId), website)
}

/** The website that the drafts were read from; null where nobody has read one. */
export function findProposalSource(projectId: string): string | null {
  return findDraft(SOURCE(projectId))
}

/** Once the profile is saved it is the user's own. */
export function clearProposalSource(projectId: string): void {
  storeDraft(SOURCE(projectId), null)
}
