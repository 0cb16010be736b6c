import { confirmSecondFactor, startSecondFactor } from '@leadlight/contract/own-account'
import { sql } from 'kysely'
import { TOTP, URI } from 'otpauth'
import { accountScope } from '@leadlight/server/platform/scopes'
import { openBrowser } from '../google-fixture.ts'
import { TEST_PASSWORD } from '../test-organization.ts'
import type { ObjectName } from './objects.ts'
import type { Made, Recipe, Recipes, Sent } from './recipe.ts'

const password = TEST_PASSWORD
const NEW_PASSWORD = 'eight bells of harbour night'

/** Calls about one's own account, and those that create or open one. */
export const ACCOUNT_RECIPES: Recipes = {
  register: { send: ({ fresh }) => ({ body: { email: `${fresh}@new.example`, password } }) },
  login: { send: ({ caller }) => ({ body: { username: caller.email, password } }) },
  logout: { caller: 'spent' },
  getMe: {},
  requestVerifyToken: { send: ({ caller }) => ({ body: { email: caller.email } }) },
  verify: byMailedToken('verificationLink', { password }),
  forgotPassword: { send: ({ caller }) => ({ body: { email: caller.email } }) },
  resetPassword: byMailedToken('resetLink', { password: NEW_PASSWORD }),
  confirmEmailChange: byMailedToken('emailChangeLink', { password }),
  getAccountSecurity: {},
  changePassword: {
    caller: 'spent',
    send: () => ({ body: { current_password: password, password: NEW_PASSWORD } }),
  },
  changeEmail: { caller: 'spent', send: ({ fresh }) => ({ body: { email: `${fresh}@new.example`, password } }) },
  signOutEverywhere: { caller: 'spent' },
  endOwnSession: { positions: { 'params.id': 'session' } },
  deleteAccount: { caller: 'spent', send: ({ caller }) => ({ body: { email: caller.email, password } }) },
  updateName: { send: () => ({ query: { first_name: 'Ada', last_name: 'Person' } }) },

  listApiKeys: {},
  createApiKey: {
    positions: { 'body.project_ids': 'project' },
    send: ({ ids, fresh }) => ({
      body: { name: fresh, scope: 'read', expires_in_days: 30, project_ids: [ids['body.project_ids']] },
    }),
  },
  revokeApiKey: { positions: { 'params.id': 'apiKey' } },

  authorizeGoogle: {},
  googleCallback: { send: comeFromGoogle },
  getGoogleUserInfo: { send: linkWithGoogle },
  linkGoogle: { caller: 'spent', send: () => ({ body: { password } }) },
  unlinkGoogle: { caller: 'spent', send: async (made) => ({ ...(await linkWithGoogle(made)), body: { password } }) },
  startSecondFactor: { caller: 'spent', send: () => ({ body: { password } }) },
  confirmSecondFactor: { caller: 'spent', send: async (made) => ({ body: { code: await startFactor(made) } }) },
  removeSecondFactor: { caller: 'spent', send: setUpFactor },
  getUserToken: {
    send: async ({ site }) => ({ query: { email: (await site.stage.person()).email } }),
  },
}

function byMailedToken(object: ObjectName, more: Record<string, string> = {}): Recipe {
  return {
    caller: 'spent',
    positions: { 'body.token': object },
    missing: { 'body.token': 400 },
    send: ({ ids }) => ({ body: { token: ids['body.token'], ...more } }),
  }
}

async function comeFromGoogle({ site, fresh }: Made): Promise<Sent> {
  const { app, google } = site.stage
  google.person = { sub: fresh, email: `${fresh}@gmail.example`, email_verified: true }
  const browser = openBrowser(app)
  const query = await browser.visit(await browser.depart())
  return { query: Object.fromEntries(query), headers: { cookie: browser.cookie ?? '' } }
}

async function linkWithGoogle({ site, caller, fresh }: Made): Promise<Sent> {
  await site.stage.app.db.transaction(accountScope(caller.userId), (tx) =>
    sql`insert into google_identity (subject, account_id, email, linked_at)
      values (${fresh}, ${caller.userId}, 'somebody@gmail.example', now()) on conflict do nothing`.execute(tx),
  )
  return {}
}

/** Answers a code of the app that was just set up. */
async function startFactor({ site, caller }: Made): Promise<string> {
  const { otpauth_url: url } = await caller.call(startSecondFactor, { body: { password } })
  const totp = URI.parse(url)
  if (!(totp instanceof TOTP)) throw new Error('not a time-based code')
  return totp.generate({ timestamp: site.stage.app.clock.now().getTime() })
}

async function setUpFactor(made: Made): Promise<Sent> {
  const { recovery_codes: codes } = await made.caller.call(confirmSecondFactor, {
    body: { code: await startFactor(made) },
  })
  return { body: { password, code: codes[0] } }
}
