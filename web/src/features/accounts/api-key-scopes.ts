import type { ApiKey } from '@leadlight/contract/api-keys'

/** The scopes in plain words. */
export const SCOPES: Record<ApiKey['scope'], { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'Looks at what you can see. Changes nothing.' },
  write: { label: 'Read and write', hint: 'Triages, drafts, searches; may spend credits.' },
  manage: { label: 'Manage', hint: 'Also what only admins may: people, billing, the audit log.' },
}
