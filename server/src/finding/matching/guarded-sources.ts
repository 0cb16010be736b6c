import type { Sample } from './sample-for-signal.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'

/** Of these platforms only what these communities say is for the project. */
export interface GuardedSources {
  platforms: string[]
  listened: string[]
}

/**
 * Addresses may be known to those alone who entered them, and what a key opens is for whoever has one: of such platforms
 * only what the project listens to itself, as of those that it has turned off.
 */
export function guardedSources(
  deps: Pick<MatchingDependencies, 'places'>,
  { places, off }: Pick<Sample, 'places' | 'off'>,
): GuardedSources {
  const isReadWhole = (platform: string) =>
    places.some((place) => place.platform === platform && place.sources === null)
  const guarded = deps.places.filter(
    ({ platform, own, isPrivate }) => own === 'addresses' || (isPrivate === true && !isReadWhole(platform)),
  )
  return {
    platforms: [...guarded.map(({ platform }) => platform), ...off],
    listened: places.flatMap(({ sources }) => sources ?? []),
  }
}
