import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const

/** Calls about the communities that a project listens to. */
export const SOURCE_RECIPES: Recipes = {
  listSourcePlatforms: { places: inProject },
  addCommunity: {
    places: inProject,
    send: ({ site, fresh }) => ({
      body: { platform: 'mastodon', source: site.stage.doubles.hashtag + fresh.replaceAll(/\W/g, '_') },
    }),
  },
  removeCommunity: { places: { ...inProject, 'params.id': 'community' } },
}
