import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const

/** Calls about the channels that a project listens to. */
export const SOURCE_RECIPES: Recipes = {
  listSourcePlatforms: { places: inProject },
  addCommunity: {
    places: inProject,
    send: ({ site, fresh }) => ({
      body: { platform: 'mastodon', source: site.stage.doubles.hashtag + fresh.replaceAll(/\W/g, '_') },
    }),
  },
  listSourceChannels: { places: inProject },
  setSourceChannel: { places: { ...inProject, 'params.platform': 'channel' }, send: () => ({ body: { on: true } }) },
  setChannelKey: {
    places: { ...inProject, 'params.platform': 'channel' },
    send: ({ site }) => ({ body: { fields: site.stage.doubles.keys.x } }),
  },
  removeChannelKey: { places: { ...inProject, 'params.platform': 'keyedChannel' } },
  removeCommunity: { places: { ...inProject, 'params.id': 'community' } },
}
