import type { Place } from '../../channels/places.ts'

/** Whether a platform answers projects' own keys alone: then nobody can look up a post that is no project's lead. */
export function isAskedByProjects(places: readonly Place[], platform: string): boolean {
  const own = places.filter((place) => place.platform === platform)
  return own.some(({ ownKey }) => ownKey === 'required') && !own.some((place) => place.hasInstallationKey)
}
