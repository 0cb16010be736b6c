import type { PlatformSources } from '../../channels/platform-sources.ts'

/** Whether a platform answers only projects' own keys: then nobody can look up a post that is no project's lead. */
export function isAskedByProjects(platformSources: readonly PlatformSources[], platform: string): boolean {
  const own = platformSources.filter((place) => place.platform === platform)
  return own.some(({ ownKey }) => ownKey === 'required') && !own.some((place) => place.hasInstallationKey)
}
