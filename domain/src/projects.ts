interface Profile {
  business_name: string | null
  business_description: string | null
  purpose: string | null
}

/** Whether the profile is complete: it has the business's name and its description. */
export function hasBusinessProfile(project: Pick<Profile, 'business_name' | 'business_description'>): boolean {
  return Boolean(project.business_name?.trim() && project.business_description?.trim())
}

export const PROJECT_NAME_CHARACTERS_MAX = 100

/** A project's name until somebody chooses one: its website's host without `www.`. The address is as it is stored. */
export function defaultProjectName(website: string | null): string {
  const host = /^https?:\/\/(?:www\.)?([^/?#]+)/.exec(website ?? '')?.[1]
  return host?.slice(0, PROJECT_NAME_CHARACTERS_MAX) ?? 'New Project'
}

interface Named {
  name: string
  website: string | null
  business_name: string | null
}

/** Whether nobody has chosen the project's name: it is that of its website, its business, or empty. */
export function isNamedByDefault({ name, website, business_name: businessName }: Named): boolean {
  return name === defaultProjectName(website) || name === businessName?.slice(0, PROJECT_NAME_CHARACTERS_MAX).trim()
}

export interface Banner {
  text: string
  link: string
  step: 'step-1' | 'step-3' | 'step-4'
}

/** The one warning above the posts, by priority; null when the project is ready. Texts are the specification's. */
export function postsBanner(project: Profile, signalCount: number): Banner | null {
  if (!hasBusinessProfile(project)) {
    return {
      text: 'Complete your business profile to improve lead quality',
      link: 'Complete business profile',
      step: 'step-1',
    }
  }
  if (!project.purpose?.trim()) {
    return { text: 'Define your business purpose to find better leads', link: 'Set business purpose', step: 'step-3' }
  }
  if (signalCount === 0) {
    return {
      text: 'Add intent signals to identify high-quality leads',
      link: 'Configure intent signals',
      step: 'step-4',
    }
  }
  return null
}

/** How a project's drafts are written until its people choose otherwise. */
export const WRITING_DEFAULT = { tone: '', language: '', rules: '', samples: [] as string[], signature: '' }

/** How many days of leads a project's card shows, including today. */
export const DAYS_ON_A_CARD = 14
