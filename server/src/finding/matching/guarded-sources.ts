import type { Sample } from './sample-for-signal.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'

/** Platforms of which a project sees only these communities. */
export interface GuardedSources {
  platforms: string[]
  listened: string[]
}

/**
 * Typed addresses may be private, and what a key opens belongs to its owner. Of such platforms, and of those turned
 * off, a project sees only what it listens to itself.
 */
export function guardedSources(
  deps: Pick<MatchingDependencies, 'platformSources'>,
  { platformSources, off }: Pick<Sample, 'platformSources' | 'off'>,
): GuardedSources {
  const isReadWhole = (platform: string) =>
    platformSources.some((place) => place.platform === platform && place.sources === null)
  const guarded = deps.platformSources.filter(
    ({ platform, own, isPrivate }) => own === 'addresses' || (isPrivate === true && !isReadWhole(platform)),
  )
  return {
    platforms: [...guarded.map(({ platform }) => platform), ...off],
    listened: platformSources.flatMap(({ sources }) => sources ?? []),
  }
}
