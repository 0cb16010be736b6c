import { withOwnSources, type PlatformSources } from '../../channels/platform-sources.ts'
import type { Tx } from '../../platform/db.ts'
import { selectChoices, selectKeys, type ChannelChoice, type KeyRow } from './channel-store.ts'
import { listOwnSources } from './list-own-sources.ts'

export interface ProjectSources extends PlatformSources {
  /** Asked with the key that `openKey` gives; the others with the installation's, if it has one, and alike for every project. */
  usesOwnKey: boolean
}

export interface ProjectIds {
  organizationId: string
  projectId: string
}

/**
 * The places that one project listens to, out of those of the installation: channels that are on for it, and where one
 * asks for a key only those it has one for. Its own feeds and communities are filled in; what would then name no
 * source is left out.
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

/** Which places can be asked, by what was chosen and which keys there are. */
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

/** Whether the place's channel is on for a project, which nobody may have said. */
export function isOn(place: PlatformSources, choices: readonly ChannelChoice[]): boolean {
  return choices.find(({ platform }) => platform === place.platform)?.isOn ?? place.isOffAtFirst !== true
}
