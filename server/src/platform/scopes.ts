import type { Scope } from './db.ts'

export const organizationScope = (organizationId: string): Scope => ({
  kind: 'organization',
  settings: { 'app.scope': 'organization', 'app.organization_id': organizationId },
})
export const accountScope = (userId: string): Scope => ({
  kind: 'account',
  settings: { 'app.scope': 'account', 'app.user_id': userId },
})
export const loginScope = (): Scope => ({ kind: 'login', settings: { 'app.scope': 'login' } })
export const installationScope = (): Scope => ({ kind: 'installation', settings: { 'app.scope': 'installation' } })
