import type { Source, SourceChannel } from '@leadlight/contract/sources'
import { formatNumber } from '../../lib/format.ts'

/** More names than these are counted. */
const NAMES_MAX = 3

export interface Reach {
  /** What searches go through: "Hacker News and 3 Stack Exchange sites". Empty if nothing. */
  searched: string
  /** "Reddit is off"; empty if all channels are on. */
  off: string
  offCount: number
  /** What is on and not searched: "X and YouTube need a key", "Reddit waits for a community". Empty if there is none. */
  waiting: string
}

/** What a project's searches cover and what they do not, in the words of one line. */
export function describeReach(sources: readonly Source[], channels: readonly SourceChannel[]): Reach {
  const on = sources.filter((source) => source.on)
  const own = on.filter(({ kind }) => kind !== 'built_in').map(({ name }) => name)
  const searched = [
    ...namesOfBuiltIn(on),
    ...(own.length > NAMES_MAX ? [`${formatNumber(own.length)} sources of your own`] : own),
  ]
  const off = namesOf(channels.filter(({ state }) => state === 'off'))
  const locked = namesOf(channels.filter(({ state }) => state === 'needs_key'))
  const idle = namesOf(
    channels.filter(({ state, platform }) => state === 'on' && !on.some((source) => source.platform === platform)),
  )
  return {
    searched: joinNames(searched),
    off: off.length === 0 ? '' : `${joinNames(off)} ${off.length === 1 ? 'is' : 'are'} off`,
    offCount: off.length,
    waiting: joinNames([
      ...(idle.length === 0 ? [] : [`${joinNames(idle)} ${idle.length === 1 ? 'waits' : 'wait'} for a community`]),
      ...(locked.length === 0 ? [] : [sayLocked(locked)]),
    ]),
  }
}

/** A platform that is searched on several sites is named once. */
function namesOfBuiltIn(on: readonly Source[]): string[] {
  const builtIn = on.filter(({ kind }) => kind === 'built_in')
  const platforms = [...new Set(builtIn.map(({ platform }) => platform))]
  return platforms.map((platform) => {
    const ofPlatform = builtIn.filter((source) => source.platform === platform)
    const name = ofPlatform[0]?.platform_name ?? platform
    return platform === 'stack_exchange' && ofPlatform.length > 1 ? `${ofPlatform.length} ${name} sites` : name
  })
}

function sayLocked(names: readonly string[]): string {
  const said = names.length > NAMES_MAX ? `${formatNumber(names.length)} others` : joinNames(names)
  return `${said} ${names.length === 1 ? 'needs' : 'need'} a key`
}

function namesOf(channels: readonly SourceChannel[]): string[] {
  return channels.map(({ name }) => name)
}

/** "A", "A and B", "A, B and C". */
function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
