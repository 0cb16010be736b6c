import type { ProjectIds } from '../../platform/actor.ts'
import { withOwnSources, type PlatformSources } from '../../channels/platform-sources.ts'
import type { Tx } from '../../platform/db.ts'
import { selectChoices, selectKeys, type ChannelChoice, type KeyRow } from './channel-store.ts'
import { listOwnSources } from './list-own-sources.ts'

export interface ProjectSources extends PlatformSources {
  /** True where it uses the key that `openKey` gives; else the installation's key, if any, as for every project. */
  usesOwnKey: boolean
}

/**
 * The places one project listens to, out of the installation's: channels that are on for it and, where they need a key,
 * have one. Its own feeds and communities are filled in; places left without a source are dropped.
 */
export async function projectSources(
  tx: Tx,
  installation: readonly PlatformSources[],
  project: ProjectIds,
): Promise<ProjectSources[]> {
  const [own, usable] = await Promise.all([
    listOwnSources(tx, project.organizationId, project.projectId),
    usableSources(tx, installation, project),
  ])
  return withOwnSources(usable, own).filter(({ sources }) => sources?.length !== 0)
}

/** The same without the project's own feeds and communities. */
export async function usableSources(
  tx: Tx,
  installation: readonly PlatformSources[],
  { organizationId, projectId }: ProjectIds,
): Promise<ProjectSources[]> {
  const [choices, keys] = await Promise.all([
    selectChoices(tx, organizationId, projectId),
    selectKeys(tx, organizationId, projectId),
  ])
  return sourcesInUse(installation, choices, keys)
}

/** The places that can be used, given the project's choices and keys. */
export function sourcesInUse(
  installation: readonly PlatformSources[],
  choices: readonly ChannelChoice[],
  keys: readonly Pick<KeyRow, 'platform'>[],
): ProjectSources[] {
  return installation
    .filter((place) => isOn(place, choices))
    .map((place) => {
      const hasKey = keys.some(({ platform }) => platform === place.platform)
      return { ...place, usesOwnKey: place.ownKey !== undefined && hasKey }
    })
    .filter(({ ownKey, usesOwnKey }) => usesOwnKey || ownKey !== 'required')
}

/** Whether the place's channel is on for a project, by its choice or by default. */
export function isOn(place: PlatformSources, choices: readonly ChannelChoice[]): boolean {
  return choices.find(({ platform }) => platform === place.platform)?.isOn ?? place.isOffAtFirst !== true
}
