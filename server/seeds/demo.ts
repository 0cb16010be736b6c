import type { Clock } from '../src/platform/clock.ts'
import type { DemoParts } from '../src/start.ts'
import { openDemoAccount, type DemoAccount } from './demo-account.ts'
import { seedOrganization } from './demo-organization.ts'
import { operatorFirst, type Environment } from './operator-first.ts'
import { startStandIn } from './stand-in.ts'

export interface Demo extends DemoParts {
  /** The operator's environment, with what it leaves open: this machine alone is let in, and the made-up sources are searched. */
  environment(operators: Environment): Environment
  /**
   * Makes the demo organization where its account has none, lets it search and works on what was found; answers how to sign in, in a
   * line. `address` is the installation's on this machine.
   */
  seed(address: string): Promise<string>
  close(): Promise<void>
}

/** One believable organization, for newcomers. Its leads are found by the real searches, in sources that are made up. */
export async function startDemo(clock: Clock): Promise<Demo> {
  const standIn = await startStandIn(clock)
  let account: DemoAccount | undefined
  return {
    environment: (operators) => operatorFirst(operators, [{ HOST: '127.0.0.1' }, ...standIn.variables]),
    led: standIn.led,
    async prepare(parts) {
      account = await openDemoAccount(parts, parts.config.dataDir)
    },
    async seed(address) {
      if (!account) throw new Error('The demo was not prepared.')
      const { email, password, passwordFile, isAlone } = account
      if (password === undefined)
        return `Sign in as ${email} with the password that was chosen in Leadlight, or delete ${passwordFile} and start again for a new one.`
      const token = isAlone ? await signIn(address, email, password) : undefined
      if (token !== undefined) await seedOrganization(address, token)
      return `Sign in: ${email} ${password}`
    },
    close: () => standIn.close(),
  }
}

/** A token; undefined where a code is asked for too, which the account's user alone has. */
async function signIn(address: string, email: string, password: string): Promise<string | undefined> {
  const body = new URLSearchParams({ username: email, password })
  const response = await fetch(`${address}/auth/jwt/login`, { method: 'POST', body })
  const reply = (await response.json()) as { access_token?: string; code?: string; detail?: string }
  if (response.ok || reply.code === 'LOGIN_SECOND_FACTOR_REQUIRED') return reply.access_token
  throw new Error(`The demo could not be seeded: signing in answered ${response.status} ${reply.detail ?? ''}`)
}
