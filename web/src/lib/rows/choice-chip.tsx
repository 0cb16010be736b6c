import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { ChipButton } from '../../ui/chip.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { formatCount } from '../format.ts'
import type { Choice } from './choices.ts'

/** The look of a chip whose filter narrows. */
export const CHIP_ON = 'border-transparent! bg-accent-soft! text-accent!'

interface ChoiceChipProps {
  /** What the filter is called while it does not narrow, and how several of its choices are counted. */
  words: { one: string; noun: string }
  choices: readonly Choice[]
  chosen: readonly string[]
  children: (trigger: ReactElement<ComponentProps<'button'>>) => ReactNode
}

/** A filter that lets some of its choices through, as a chip that says which; its menu is fetched at its first press. */
export function ChoiceChip({ words: { one, noun }, choices, chosen, children }: ChoiceChipProps) {
  const only = chosen.length === 1 ? choices.find((choice) => choice.id === chosen[0])?.name : undefined
  return (
    <OnDemand
      trigger={
        <ChipButton
          className={chosen.length > 0 ? `max-w-40 ${CHIP_ON}` : 'max-w-40'}
          disabled={choices.length === 0 && chosen.length === 0}
        >
          <span className="inline-block truncate first-letter:uppercase">
            {chosen.length === 0 ? (
              <>
                <span className="sr-only">Any </span>
                {one}
              </>
            ) : (
              (only ?? formatCount(chosen.length, one, noun))
            )}
          </span>
          <ChevronDown aria-hidden="true" className="shrink-0" />
        </ChipButton>
      }
    >
      {children}
    </OnDemand>
  )
}
