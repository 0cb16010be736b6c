import { SEARCHED_ADDRESS_MAX, searchTextMax } from '@leadlight/domain/filters'
import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { Kbd } from '../../ui/kbd.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { formatCount, formatNumber } from '../format.ts'
import { useTypedText } from './use-typed-text.ts'

interface SearchBoxProps {
  ref: Ref<HTMLInputElement>
  label: string
  /** The noun, singular and plural: "lead", "leads". */
  noun: { one: string; several: string }
  text: string
  onText: (text: string) => void
  /** How many rows match; null while it loads. */
  total: number | null
  isTotalCapped: boolean
}

/** A list's search field; its text applies after a pause in typing. */
export function SearchBox({ ref, label, noun, text: appliedText, onText, total, isTotalCapped }: SearchBoxProps) {
  const [text, setText] = useTypedText(appliedText, onText)
  const counted = isTotalCapped
    ? `${formatNumber(total ?? 0)}+ ${noun.several}`
    : formatCount(total ?? 0, noun.one, noun.several)
  return (
    <SearchInput
      ref={ref}
      label={label}
      icon={<Search aria-hidden="true" />}
      trailing={<Kbd isHint>/</Kbd>}
      placeholder={total ? `Search ${counted}` : label}
      value={text}
      maxLength={SEARCHED_ADDRESS_MAX}
      onText={(value) => setText(value.slice(0, searchTextMax(value)))}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text === '') event.currentTarget.blur()
      }}
    />
  )
}
