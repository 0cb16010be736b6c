import { createRequire } from 'node:module'

/** The name that robots.txt may address us by. */
const AGENT = 'Leadlight'

/** What a host asks of machines in its robots.txt (RFC 9309). */
export interface RobotsRules {
  allows(url: URL): boolean
  /** How long to wait between two requests, if it says so. */
  pauseMs: number | undefined
}

/** For a host without a robots.txt. */
export const NO_RULES: RobotsRules = { allows: () => true, pauseMs: undefined }

/** The package's types name a default export that it does not have. */
type ParseRobots = (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined; getCrawlDelay(agent: string): number | undefined }
const parseRobots = createRequire(import.meta.url)('robots-parser') as ParseRobots

/** Reads the robots.txt at `url`. What it does not mention is allowed. */
export function readRobots(url: URL, text: string): RobotsRules {
  const robots = parseRobots(url.href, text)
  const delaySeconds = robots.getCrawlDelay(AGENT)
  return {
    allows: (page) => robots.isAllowed(page.href, AGENT) !== false,
    pauseMs: delaySeconds === undefined || !(delaySeconds > 0) ? undefined : delaySeconds * 1_000,
  }
}
