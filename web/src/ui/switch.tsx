import { Root, Thumb } from 'radix-ui/switch'
import type { ReactNode, Ref } from 'react'
import { useId } from 'react'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The switch itself, for returning the focus to it. */
  ref?: Ref<HTMLButtonElement>
  /** Whether the label is for screen readers alone. */
  hideLabel?: boolean
  children: ReactNode
}

/** An on/off setting with its label; it takes effect at once. */
export function Switch({ checked, onChange, ref, hideLabel = false, children }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : undefined}>
        {children}
      </label>
      <Root
        id={id}
        ref={ref}
        checked={checked}
        onCheckedChange={onChange}
        className="reach relative h-5 w-9 shrink-0 rounded-full border border-control bg-sunken p-px transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Thumb className="block size-4 rounded-full bg-control transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
      </Root>
    </div>
  )
}
