import type { Source, SourceChannel } from '@leadlight/contract/sources'
import { CircleSlash } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Brought } from './brought.tsx'
import { ChannelKey } from './channel-key.tsx'
import { SourceHealth } from './source-health.tsx'
import type { BroughtLeads } from './use-source-leads.ts'
import type { ChannelChanges } from './use-sources.ts'

interface ChannelRowProps {
  channel: SourceChannel
  sources: readonly Source[]
  leads: BroughtLeads | undefined
  /** Left out for read-only users. */
  changes: ChannelChanges | undefined
}

/**
 * A channel with its switch, the state of its parts, and the project's key. Without a needed key, and without
 * monitoring, there is no switch.
 */
export function ChannelRow({ channel, sources, leads, changes }: ChannelRowProps) {
  const [pending, setPending] = useState<boolean | null>(null)
  const [isAgreeing, setAgreeing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const isOn = channel.state !== 'off'
  // A channel that needs a key for searches may still be monitored without one, at the cost of judging.
  const isHeard = channel.heard || sources.length > 0
  async function turn(on: boolean, agreed?: true) {
    if (pending !== null) return
    setPending(on)
    try {
      await changes?.turn(channel.platform, { on, ...(agreed && { agreed }) })
    } catch (error) {
      showToast({
        kind: 'error',
        message: `${channel.name} was not turned ${on ? 'on' : 'off'}. ${messageOf(error)}`,
      })
    }
    setPending(null)
  }
  function leave() {
    setAgreeing(false)
    row.current?.querySelector<HTMLElement>('[role=switch]')?.focus()
  }
  async function agree() {
    await turn(true, true)
    leave()
  }
  const hasSwitch = changes !== undefined && (channel.state !== 'needs_key' || isHeard)
  return (
    <li ref={row} className="px-3 py-2.5">
      <div className="flex items-center gap-3">
        <span className="flex min-w-0 flex-1 items-center gap-2.5">
          <PlatformMark platform={channel.platform} className="w-5" />
          <span className="font-medium">{channel.name}</span>
        </span>
        {(channel.state === 'on' || leads?.count !== 0) && <Brought leads={leads} name={channel.name} />}
        {hasSwitch && (
          <Switch
            hideLabel
            checked={pending ?? isOn}
            onChange={(on) => (on && channel.needs_agreement ? setAgreeing(true) : void turn(on))}
          >
            {channel.name}
          </Switch>
        )}
      </div>
      <div className="pl-7.5">
        <State channel={channel} sources={sources} />
        {isAgreeing && (
          <div className="mt-2">
            <InlineConfirm
              label={`Turn ${channel.name} on?`}
              tone="plain"
              action="Agree and turn on"
              keep="Leave it off"
              onConfirm={agree}
              onKeep={leave}
            >
              {channel.notice}
            </InlineConfirm>
          </div>
        )}
        {channel.key && (isOn || channel.key.own) && (
          <ChannelKey channel={channel} channelKey={channel.key} changes={changes} />
        )}
      </div>
    </li>
  )
}

function State({ channel, sources }: { channel: SourceChannel; sources: readonly Source[] }) {
  if (channel.state === 'off') {
    return (
      <p className="mt-0.5 flex items-center gap-1.5 text-s text-ink-2">
        <CircleSlash aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
        Off{channel.needs_agreement && ': turning it on takes your agreement to its rules'}
      </p>
    )
  }
  return sources.map((source) => (
    <SourceHealth key={source.name} source={source} name={sources.length > 1 ? partOf(source) : undefined} />
  ))
}

/** The part after the channel's name: `serverfault` in `Stack Exchange: serverfault`. */
function partOf({ name, platform_name }: Source): string {
  return name.startsWith(`${platform_name}: `) ? name.slice(platform_name.length + 2) : name
}
