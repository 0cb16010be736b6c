import type { BusinessInfo } from '@leadlight/contract/projects'
import { findDraft, storeDraft } from '../../lib/draft.ts'

/** Names of the profile's drafts, which the website fills and the user corrects in the steps. */
export const profileDrafts = {
  name: (projectId: string) => `business-name:${projectId}`,
  description: (projectId: string) => `business-description:${projectId}`,
  purpose: (projectId: string) => `purpose:${projectId}`,
} as const

const SOURCE = (projectId: string) => `business-source:${projectId}`

/** Fills the drafts of the next steps from a website. Missing values leave theirs alone. */
export function saveProposal(projectId: string, website: string, info: BusinessInfo): void {
  if (info.business_name) storeDraft(profileDrafts.name(projectId), info.business_name)
  if (info.business_description) storeDraft(profileDrafts.description(projectId), info.business_description)
  if (info.purpose) storeDraft(profileDrafts.purpose(projectId), info.purpose)
  storeDraft(SOURCE(projectId), website)
}

/** The website that filled the drafts; null if none did. */
export function findProposalSource(projectId: string): string | null {
  return findDraft(SOURCE(projectId))
}

/** Forgets the source: a saved profile is the user's own. */
export function clearProposalSource(projectId: string): void {
  storeDraft(SOURCE(projectId), null)
}
