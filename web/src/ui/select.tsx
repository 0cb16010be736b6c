import { Check, ChevronDown } from 'lucide-react'
import { Content, Icon, Item, ItemIndicator, ItemText, Portal, Root, Trigger, Value, Viewport } from 'radix-ui/select'
import { classNames } from './class-names.ts'
import type { FieldControl } from './field.tsx'
import { CONTROL } from './input.tsx'

export interface SelectOption<T extends string = string> {
  /** Never empty: an empty value means nothing is chosen. */
  value: T
  label: string
  hint?: string
}

interface SelectProps<T extends string> extends Partial<FieldControl> {
  value: T | undefined
  options: readonly SelectOption<T>[]
  onChange: (value: T) => void
  placeholder?: string
  /** The accessible name if there is no `Field`. */
  label?: string
  disabled?: boolean
  size?: 's' | 'm'
  className?: string
}

const HEIGHTS = { s: 'h-6.5 px-2 text-s', m: 'h-9 px-3' }

/** A choice from a few options. For actions use `Menu`. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { value, options, onChange, placeholder, label, disabled = false, size = 'm', className, ...control } = props
  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Root value={value ?? ''} onValueChange={choose} disabled={disabled}>
      <Trigger
        {...control}
        aria-label={label}
        className={classNames(
          CONTROL,
          'flex items-center justify-between gap-2 text-left data-placeholder:text-ink-3',
          HEIGHTS[size],
          className,
        )}
      >
        <span className="truncate">
          <Value placeholder={placeholder} />
        </span>
        <Icon asChild>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        </Icon>
      </Trigger>
      <Portal>
        <Content
          position="popper"
          sideOffset={5}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-card border bg-surface shadow-float"
        >
          <Viewport className="p-1">
            {options.map((option) => (
              <SelectItem key={option.value} option={option} />
            ))}
          </Viewport>
        </Content>
      </Portal>
    </Root>
  )
}

function SelectItem({ option }: { option: SelectOption }) {
  return (
    <Item
      value={option.value}
      className="relative grid min-h-8 cursor-default content-center rounded-control py-1 pr-9 pl-2.5 outline-none select-none data-highlighted:bg-hover"
    >
      <ItemText>{option.label}</ItemText>
      {option.hint && <span className="text-s text-ink-3">{option.hint}</span>}
      <ItemIndicator className="absolute right-2.5">
        <Check aria-hidden="true" className="size-4 text-ink-3" />
      </ItemIndicator>
    </Item>
  )
}
