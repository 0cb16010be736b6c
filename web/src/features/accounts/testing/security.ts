import type { AccountSecurity } from '@leadlight/contract/own-account'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Rosa's sign-in methods: a password, one browser, nothing else. */
export function security(changes: Partial<AccountSecurity> = {}): AccountSecurity {
  return {
    has_password: true,
    google_email: null,
    second_factor: false,
    recovery_codes_left: 0,
    sessions: [session('1', { is_current: true })],
    ...changes,
  }
}

export function session(id: string, changes: Partial<AccountSecurity['sessions'][number]> = {}) {
  return {
    id,
    created_at: '2026-11-21T09:04:00.000Z',
    expires_at: '2026-11-28T09:04:00.000Z',
    last_used_at: '2026-11-21T11:20:00.000Z',
    user_agent: FIREFOX,
    network: '203.0.113.x',
    is_current: false,
    ...changes,
  }
}
