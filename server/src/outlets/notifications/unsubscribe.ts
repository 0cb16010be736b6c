import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { nameOfProject } from '../../core/projects/name-of-project.ts'
import type { NotificationCallDependencies } from './notification-dependencies.ts'
import { readUnsubscribeLink } from './unsubscribe-links.ts'
import { findSetting } from './setting-store.ts'
import { turnOff } from './update-settings.ts'

/**
 * Ends somebody's mails about a project for whoever holds the link of one, signed in or not. Repeating it, or the
 * person having left, is no failure.
 */
export async function unsubscribe(
  { db, clock, signedTokens }: NotificationCallDependencies,
  token: string,
): Promise<{ project_name: string | null }> {
  const subscription = await readUnsubscribeLink(signedTokens, token)
  if (!subscription) throw linkInvalid()
  const { organizationId, projectId, accountId } = subscription
  nameTarget({ project_id: projectId, user_id: accountId })
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await turnOff(tx, organizationId, subscription, clock.now())
    // Somebody no longer in the project is not told its present name.
    const isTheirs = (await findSetting(tx, organizationId, subscription)) !== undefined
    return { project_name: isTheirs ? ((await nameOfProject(tx, organizationId, projectId)) ?? null) : null }
  })
}

function linkInvalid(): AppError {
  const detail =
    'This link is not one of ours, or not a whole one. Open it from the mail, or change it in the settings.'
  return new AppError('bad_request', 'unsubscribe_link_invalid', detail)
}
