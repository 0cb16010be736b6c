import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { ChipButton } from '../../ui/chip.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { formatCount } from '../format.ts'
import type { Choice } from './choices.ts'

/** The style of a chip whose filter is active. */
export const CHIP_ON = 'border-transparent! bg-accent-soft! text-accent!'

interface ChoiceChipProps {
  /** The filter's name while it is inactive, and the noun for several choices. */
  words: { one: string; noun: string }
  choices: readonly Choice[]
  chosen: readonly string[]
  children: (trigger: ReactElement<ComponentProps<'button'>>) => ReactNode
}

/** A chip for a filter by choices, named after what is chosen; its menu loads at the first press. */
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
          <ChevronDown aria-hidden="true" className="shrink-0 @max-[460px]/column:hidden" />
        </ChipButton>
      }
    >
      {children}
    </OnDemand>
  )
}
