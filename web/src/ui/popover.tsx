import { Content, Portal, Root, Trigger } from 'radix-ui/popover'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/**
 * A small panel beside its trigger, for a few controls: `<Popover><PopoverTrigger asChild>…<PopoverContent label="…">`.
 */
export const Popover = Root
export const PopoverTrigger = Trigger

export function PopoverContent({ label, className, ...rest }: ComponentProps<typeof Content> & { label: string }) {
  return (
    <Portal>
      <Content
        sideOffset={5}
        collisionPadding={8}
        align="start"
        {...rest}
        aria-label={label}
        className={classNames(
          'z-50 max-h-(--radix-popover-content-available-height) w-72 animate-rise overflow-y-auto rounded-card border bg-surface p-3 shadow-float',
          className,
        )}
      />
    </Portal>
  )
}
