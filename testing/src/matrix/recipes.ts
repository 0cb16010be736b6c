import type { Endpoint } from '@leadlight/contract/endpoint'
import { ACCOUNT_RECIPES } from './account-recipes.ts'
import { BILLING_RECIPES } from './billing-recipes.ts'
import { COLUMN_RECIPES } from './column-recipes.ts'
import { DRAFT_RECIPES } from './draft-recipes.ts'
import { IDENTITY_RECIPES } from './identity-recipes.ts'
import { INSIGHT_RECIPES } from './insight-recipes.ts'
import { LEARNING_RECIPES } from './learning-recipes.ts'
import { LEAD_LIST_RECIPES } from './lead-list-recipes.ts'
import { MONITORING_RECIPES } from './monitoring-recipes.ts'
import { NOTIFICATION_RECIPES } from './notification-recipes.ts'
import { ORGANIZATION_RECIPES } from './organization-recipes.ts'
import { PRIVACY_RECIPES } from './privacy-recipes.ts'
import { PROJECT_RECIPES } from './project-recipes.ts'
import { PROSPECT_RECIPES } from './prospect-recipes.ts'
import type { Recipe, Recipes } from './recipe.ts'
import { SLACK_RECIPES } from './slack-recipes.ts'
import { SOURCE_RECIPES } from './source-recipes.ts'
import { STATUS_RECIPES } from './status-recipes.ts'
import { TEAMWORK_RECIPES } from './teamwork-recipes.ts'
import { WEBHOOK_RECIPES } from './webhook-recipes.ts'

/** Every endpoint of the app, by name. One that is bound and missing here fails the tests of the whole matrix. */
export const RECIPES: Recipes = {
  ...ACCOUNT_RECIPES,
  ...BILLING_RECIPES,
  ...DRAFT_RECIPES,
  ...IDENTITY_RECIPES,
  ...MONITORING_RECIPES,
  ...ORGANIZATION_RECIPES,
  ...PRIVACY_RECIPES,
  ...PROJECT_RECIPES,
  ...PROSPECT_RECIPES,
  ...SLACK_RECIPES,
  ...SOURCE_RECIPES,
  ...STATUS_RECIPES,
  ...INSIGHT_RECIPES,
  ...LEARNING_RECIPES,
  ...LEAD_LIST_RECIPES,
  ...TEAMWORK_RECIPES,
  ...COLUMN_RECIPES,
  ...WEBHOOK_RECIPES,
  ...NOTIFICATION_RECIPES,
}

export function recipesOf(endpoint: Endpoint): readonly Recipe[] {
  const recipes = RECIPES[endpoint.name]
  if (!recipes) throw new Error(`${endpoint.name} has no recipe: say beside recipes.ts how it is called.`)
  return isList(recipes) ? recipes : [recipes]
}

function isList(recipes: Recipe | readonly Recipe[]): recipes is readonly Recipe[] {
  return Array.isArray(recipes)
}

/** The plain way to call the endpoint. */
export function recipeOf(endpoint: Endpoint): Recipe {
  return recipesOf(endpoint)[0]!
}
