import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const

/** Calls about the channels that a project listens to. */
export const SOURCE_RECIPES: Recipes = {
  listSourcePlatforms: { positions: inProject },
  addCommunity: {
    positions: inProject,
    send: ({ site, fresh }) => ({
      body: { platform: 'mastodon', source: site.stage.doubles.hashtag + fresh.replaceAll(/\W/g, '_') },
    }),
  },
  bringPosts: {
    positions: { 'params.projectId': 'projectWithSignal' },
    send: ({ fresh }) => ({
      body: { items: [{ url: `https://posts.example/${fresh}`, text: `Which baker can help with ${fresh}?` }] },
    }),
  },
  listSourceChannels: { positions: inProject },
  setSourceChannel: { positions: { ...inProject, 'params.platform': 'channel' }, send: () => ({ body: { on: true } }) },
  setChannelKey: {
    positions: { ...inProject, 'params.platform': 'channel' },
    send: ({ site }) => ({ body: { fields: site.stage.doubles.keys.x } }),
  },
  removeChannelKey: { positions: { ...inProject, 'params.platform': 'keyedChannel' } },
  listReceivingAddresses: { positions: inProject },
  createReceivingAddress: { positions: inProject, send: ({ fresh }) => ({ body: { name: fresh } }) },
  revokeReceivingAddress: { positions: { ...inProject, 'params.id': 'receivingAddress' } },
  removeCommunity: { positions: { ...inProject, 'params.id': 'community' } },
}
