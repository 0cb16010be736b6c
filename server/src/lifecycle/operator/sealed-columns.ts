import { SEALED_ADDRESSES } from '../../core/accounts/mail-jobs.ts'
import { SEALED_RECOVERY_KEY, SEALED_SECOND_FACTORS } from '../../core/accounts/second-factor-codes.ts'
import { SEALED_SUPPRESSION_KEY } from '../../core/suppression/open-suppression.ts'
import { SEALED_PLATFORM_KEYS } from '../../finding/sources/sealed-key.ts'
import { SEALED_SLACK_TOKENS } from '../../outlets/slack/open-token.ts'
import { SEALED_WEBHOOK_SECRETS } from '../../outlets/webhooks/secrets.ts'
import type { SealedColumn } from '../../platform/reseal.ts'

/** Every column with sealed values: what a new secret of the installation seals again. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_PLATFORM_KEYS,
  ...SEALED_WEBHOOK_SECRETS,
  ...SEALED_SLACK_TOKENS,
  SEALED_SECOND_FACTORS,
  SEALED_RECOVERY_KEY,
  SEALED_ADDRESSES,
  SEALED_SUPPRESSION_KEY,
]
