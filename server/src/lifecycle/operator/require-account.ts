import { accountIdOf, PLATFORMS_OF_ACCOUNTS } from '@leadlight/domain/authors'
import type { AccountKey } from '../../core/suppression/suppression.ts'
import { AppError } from '../../platform/errors.ts'

/** The account of a platform that is named by its id there; refused where no account can have it. */
export function requireAccount(platform: string, called: string): AccountKey {
  const externalId = accountIdOf(platform, called)
  if (externalId !== undefined) return { platform, externalId }
  const detail = `No account has the id ${called} on ${platform}. The platforms are ${PLATFORMS_OF_ACCOUNTS.join(', ')}. An id of Stack Exchange has the site before it, such as stackoverflow.com/22656; docs/operating.md has the others.`
  throw new AppError('not_found', 'account_unknown', detail)
}
