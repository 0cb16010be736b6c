import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { nameOfProject } from '../../core/projects/name-of-project.ts'
import type { NotificationCallDependencies } from './notification-dependencies.ts'
import { readUnsubscribeLink } from './unsubscribe-links.ts'
import { findSetting } from './setting-store.ts'
import { turnOff } from './update-settings.ts'

/**
 * Ends somebody's mails about a project for whoever holds the link of one, signed in or not. To do so twice, or where the
 * person has left since, is no failure.
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
    // Whoever is no longer among the project's people is not told what it is called now.
    const isTheirs = (await findSetting(tx, organizationId, subscription)) !== undefined
    return { project_name: isTheirs ? ((await nameOfProject(tx, organizationId, projectId)) ?? null) : null }
  })
}

function linkInvalid(): AppError {
  const detail =
    'This link is not one of ours, or not a whole one. Open it from the mail, or change it in the settings.'
  return new AppError('bad_request', 'unsubscribe_link_invalid', detail)
}
