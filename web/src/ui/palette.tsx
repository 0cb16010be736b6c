import { Search } from 'lucide-react'
import { Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Kbd } from './kbd.tsx'
import { ModalContent } from './modal-content.tsx'

export interface PaletteItem {
  id: string
  name: string
  /** A note at the end of the row among items of other kinds. */
  hint?: string | undefined
  keys?: readonly string[] | undefined
}

export interface PaletteSection<Item extends PaletteItem> {
  /** Null for a section without a heading. */
  title: string | null
  items: readonly Item[]
}

interface PaletteProps<Item extends PaletteItem> {
  title: string
  placeholder: string
  typed: string
  onType: (typed: string) => void
  /** The items for what is typed; all of them, in sections, if nothing is. */
  sections: readonly PaletteSection<Item>[]
  /** What is still to come, or could not be had. */
  note: string | null
  onChoose: (item: Item) => void
  onClose: () => void
}

// A combobox's list. The HTML elements with these roles open by themselves or cannot be styled.
const LISTBOX = { role: 'listbox' } as const
const GROUP = { role: 'group' } as const
const optionRole = (isActive: boolean) => ({ role: 'option', tabIndex: -1, 'aria-selected': isActive }) as const

/** A dialog with a search field and a list of results: arrow keys move, Enter runs. */
export function Palette<Item extends PaletteItem>(props: PaletteProps<Item>) {
  const { title, placeholder, typed, sections, note, onChoose, onClose } = props
  const list = useId()
  const [active, setActive] = useState(0)
  const items = sections.flatMap((section) => section.items)
  const current = items[Math.min(active, items.length - 1)]

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      const to = active + step
      const isOneStep = Math.abs(step) === 1
      setActive(isOneStep ? (to + items.length) % items.length : Math.max(0, Math.min(items.length - 1, to)))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (current) onChoose(current)
    }
  }
  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-50 animate-fade bg-scrim p-3 sm:pt-[12vh]">
          <ModalContent
            aria-describedby={undefined}
            data-palette=""
            className="relative mx-auto flex max-h-[min(30rem,calc(100dvh-1.5rem))] w-full max-w-150 animate-rise flex-col overflow-hidden rounded-card border bg-surface shadow-float"
          >
            <Title className="sr-only">{title}</Title>
            <PaletteField
              {...{ title, placeholder, list, typed }}
              activeId={current && optionId(list, current)}
              onType={(text) => {
                props.onType(text)
                setActive(0)
              }}
              onKeyDown={move}
            />
            {items.length === 0 && note === null && (
              <p className="px-4 py-8 text-center text-ink-2">Nothing fits “{typed.trim()}”.</p>
            )}
            <div id={list} {...LISTBOX} aria-label={title} className="min-h-0 overflow-y-auto p-1.5 empty:hidden">
              {sections.map((section) => (
                <Section
                  key={section.title}
                  {...{ list, section, current, onChoose }}
                  onPoint={(item) => setActive(items.indexOf(item))}
                />
              ))}
            </div>
            {note !== null && <p className="shrink-0 border-t px-4 py-2 text-s text-ink-3">{note}</p>}
            <output className="sr-only">{items.length === 1 ? '1 result' : `${items.length} results`}</output>
          </ModalContent>
        </Overlay>
      </Portal>
    </Root>
  )
}

interface PaletteFieldProps {
  title: string
  placeholder: string
  list: string
  typed: string
  activeId: string | undefined
  onType: (typed: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function PaletteField({ title, placeholder, list, typed, activeId, onType, onKeyDown }: PaletteFieldProps) {
  return (
    <div className="flex shrink-0 items-center gap-2.5 border-b px-4">
      <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <input
        role="combobox"
        aria-label={title}
        aria-expanded={activeId !== undefined}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        className="h-12 min-w-0 flex-1 bg-transparent text-l outline-none"
      />
      <Kbd>Esc</Kbd>
    </div>
  )
}

interface SectionProps<Item extends PaletteItem> {
  list: string
  section: PaletteSection<Item>
  current: Item | undefined
  onPoint: (item: Item) => void
  onChoose: (item: Item) => void
}

function Section<Item extends PaletteItem>({ list, section, current, onPoint, onChoose }: SectionProps<Item>) {
  const heading = useId()
  return (
    <div {...GROUP} aria-labelledby={section.title === null ? undefined : heading}>
      {section.title !== null && (
        <p id={heading} className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3">
          {section.title}
        </p>
      )}
      {section.items.map((item) => (
        <Option
          key={item.id}
          id={optionId(list, item)}
          item={item}
          isActive={item === current}
          onPoint={() => onPoint(item)}
          onChoose={() => onChoose(item)}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  item: PaletteItem
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, item, isActive, onPoint, onChoose }: OptionProps) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      type="button"
      ref={row}
      id={id}
      {...optionRole(isActive)}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      className="flex min-h-9 w-full cursor-default text-left items-center gap-3 rounded-control px-2.5 py-1.5 aria-selected:bg-hover"
    >
      <span className="min-w-0 flex-1 truncate">{item.name}</span>
      {item.hint && <span className="shrink-0 text-s text-ink-3">{item.hint}</span>}
      {item.keys && (
        <span aria-hidden="true" className="flex shrink-0 gap-1">
          {item.keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </button>
  )
}

function optionId(list: string, item: PaletteItem): string {
  return `${list}-${item.id}`
}
