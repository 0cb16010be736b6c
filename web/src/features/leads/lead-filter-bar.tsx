import type { DataChannel } from '@leadlight/contract/leads'
import { ChevronDown, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Ref } from 'react'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { ChipButton } from '../../ui/chip.tsx'
import { SearchInput } from '../../ui/input.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuCheckboxItem, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import type { LeadFilters } from './lead-filters.ts'
import { LeadMoreChip } from './lead-more-chip.tsx'

export interface NamedSignal {
  id: string
  intent_signal: string
  lead_count: number
}

interface LeadFilterBarProps {
  filters: LeadFilters
  onChange: (change: Partial<LeadFilters>) => void
  onClear: () => void
  channels: readonly DataChannel[]
  signals: readonly NamedSignal[]
  unreadCount: number
  /** How many pass the filters; null while that is not known. */
  total: number | null
  isTotalCapped: boolean
  searchRef: Ref<HTMLInputElement>
}

/** What narrows the list: text, unread, signals, channels, and the rest behind "More". */
export function LeadFilterBar(props: LeadFilterBarProps) {
  const { filters, onChange, onClear, channels, signals, unreadCount } = props
  return (
    <div className="grid gap-2 border-b px-3.5 pb-2.5">
      <TextFilter {...props} />
      <div className="-mx-3.5 flex gap-1.5 overflow-x-auto px-3.5 [scrollbar-width:none]">
        <ChipButton
          pressed={filters.read === 'unread'}
          onClick={() => onChange({ read: filters.read === 'unread' ? null : 'unread' })}
        >
          Unread {unreadCount > 0 && <b className="num font-semibold">{formatNumber(unreadCount)}</b>}
        </ChipButton>
        <ListFilterMenu
          noun="signals"
          many={(count) => formatCount(count, 'signal')}
          options={signals.map((one) => ({ id: one.id, name: one.intent_signal, count: one.lead_count }))}
          chosen={filters.signals}
          onChange={(chosen) => onChange({ signals: chosen })}
        />
        <ListFilterMenu
          noun="channels"
          many={(count) => formatCount(count, 'channel')}
          options={channels.map((one) => ({ id: one.id, name: one.display_name, count: one.lead_count }))}
          chosen={filters.channels}
          onChange={(chosen) => onChange({ channels: chosen })}
        />
        <LeadMoreChip filters={filters} onChange={onChange} onClear={onClear} />
      </div>
    </div>
  )
}

const TYPING_PAUSE_MS = 300

function TextFilter({ filters, onChange, total, isTotalCapped, searchRef }: LeadFilterBarProps) {
  const [text, setText] = useState(filters.text)
  const sent = useRef(filters.text)
  useEffect(() => {
    if (filters.text === sent.current) return
    sent.current = filters.text
    setText(filters.text)
  }, [filters.text])
  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = trimmed
      onChange({ text: trimmed })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onChange])
  const placeholder = !total ? 'Search leads' : `Search ${formatNumber(total)}${isTotalCapped ? '+' : ''} leads`
  return (
    <SearchInput
      ref={searchRef}
      label="Search leads"
      icon={<Search aria-hidden="true" />}
      trailing={text === '' && <Kbd>/</Kbd>}
      placeholder={placeholder}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text === '') event.currentTarget.blur()
      }}
    />
  )
}

interface ListFilterMenuProps {
  /** Says "All signals" while it does not narrow. */
  noun: string
  many: (count: number) => string
  options: readonly { id: string; name: string; count: number }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function ListFilterMenu({ noun, many, options, chosen, onChange }: ListFilterMenuProps) {
  const only = chosen.length === 1 ? options.find((option) => option.id === chosen[0])?.name : undefined
  function toggle(id: string, on: boolean) {
    onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <ChipButton
          className={chosen.length > 0 ? 'max-w-40 border-transparent bg-accent-soft text-accent' : 'max-w-40'}
          disabled={options.length === 0 && chosen.length === 0}
        >
          <span className="inline-block truncate first-letter:uppercase">
            {chosen.length === 0 ? (
              <>
                <span className="@max-[420px]/column:sr-only">All </span>
                {noun}
              </>
            ) : (
              (only ?? many(chosen.length))
            )}
          </span>
          <ChevronDown aria-hidden="true" className="shrink-0" />
        </ChipButton>
      </MenuTrigger>
      <MenuContent align="start" className="max-w-80">
        {options.map((option) => (
          <MenuCheckboxItem
            key={option.id}
            checked={chosen.includes(option.id)}
            onCheckedChange={(on) => toggle(option.id, on)}
            onSelect={(event) => event.preventDefault()}
          >
            <span className="min-w-0 flex-1">{option.name}</span>
            <span className="num text-s text-ink-3">{formatNumber(option.count)}</span>
          </MenuCheckboxItem>
        ))}
        {chosen.length > 0 && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => onChange([])}>All {noun}</MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
