import type { Clock } from '../src/platform/clock.ts'
import type { DemoParts } from '../src/start.ts'
import { openDemoAccount, type DemoAccount } from './demo-account.ts'
import { BEGAN_DAYS_AGO, seedOrganization } from './demo-organization.ts'
import { openTeammates, type TeammateAccount } from './demo-team.ts'
import { operatorFirst, type Environment } from './operator-first.ts'
import { startStandIn } from './stand-in.ts'
import { createStoryClock } from './story-clock.ts'

/** So that there is something to see under usage. */
const JUDGED_POST_PRICE = '0.1'

export interface Demo extends DemoParts {
  /** The operator's environment, with what it leaves open: this machine alone is let in, and the made-up sources are searched. */
  environment(operators: Environment): Environment
  /**
   * Makes the demo organization where its account has none, lets it search and works on what was found, and says in lines
   * how far it is; answers how to sign in, in a line. `address` is the installation's on this machine.
   */
  seed(address: string, say: (line: string) => void): Promise<string>
  close(): Promise<void>
}

/** One believable organization, for newcomers. Its leads are found by the real searches, in sources that are made up. */
export async function startDemo(present: Clock): Promise<Demo> {
  const standIn = await startStandIn(present)
  const clock = createStoryClock(present)
  let account: DemoAccount | undefined
  let teammates: TeammateAccount[] = []
  return {
    clock,
    environment: (operators) =>
      operatorFirst(operators, [{ HOST: '127.0.0.1' }, { JUDGED_POST_PRICE }, ...standIn.variables]),
    led: standIn.led,
    async prepare(parts) {
      account = await openDemoAccount(parts, parts.config.dataDir)
      if (!account.isAlone || account.password === undefined) return
      teammates = await openTeammates(parts)
      clock.goTo(BEGAN_DAYS_AGO)
    },
    async seed(address, say) {
      if (!account) throw new Error('The demo was not prepared.')
      const { email, password, passwordFile, isAlone } = account
      if (password === undefined)
        return `Sign in as ${email} with the password that was chosen in Leadlight, or delete ${passwordFile} and start again for a new one.`
      if (isAlone) await seedOrganization({ address, owner: { email, password }, teammates, clock, standIn, say })
      return `Sign in: ${email} ${password}`
    },
    close: () => standIn.close(),
  }
}
