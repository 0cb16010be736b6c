import { Check } from 'lucide-react'
import {
  CheckboxItem,
  Content,
  Item,
  ItemIndicator,
  Label,
  Portal,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Trigger,
} from 'radix-ui/dropdown-menu'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const ITEM =
  'relative flex min-h-8 items-center gap-2.5 rounded-control px-2.5 py-1 outline-none select-none cursor-default ' +
  'data-highlighted:bg-hover data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3'

/**
 * A menu of actions or choices: `<Menu><MenuTrigger asChild><Button/></MenuTrigger><MenuContent>…`. Not modal: a page
 * hidden from screen readers would still contain focusable elements.
 */
export function Menu(props: ComponentProps<typeof Root>) {
  return <Root modal={false} {...props} />
}
export const MenuTrigger = Trigger
export const MenuRadioGroup = RadioGroup

export function MenuContent({ className, ...rest }: ComponentProps<typeof Content>) {
  return (
    <Portal>
      <Content
        sideOffset={5}
        collisionPadding={8}
        {...rest}
        className={classNames(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-rise overflow-y-auto rounded-card border bg-surface p-1 shadow-float',
          className,
        )}
      />
    </Portal>
  )
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof Item>) {
  return <Item {...rest} className={classNames(ITEM, className)} />
}

export function MenuCheckboxItem({ className, children, ...rest }: ComponentProps<typeof CheckboxItem>) {
  return (
    <CheckboxItem {...rest} className={classNames(ITEM, 'pr-9', className)}>
      {children}
      <ChosenMark />
    </CheckboxItem>
  )
}

export function MenuRadioItem({ className, children, ...rest }: ComponentProps<typeof RadioItem>) {
  return (
    <RadioItem {...rest} className={classNames(ITEM, 'pr-9', className)}>
      {children}
      <ChosenMark />
    </RadioItem>
  )
}

export function MenuLabel({ className, ...rest }: ComponentProps<typeof Label>) {
  return <Label {...rest} className={classNames('px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3', className)} />
}

export function MenuSeparator() {
  return <Separator className="-mx-1 my-1 h-px bg-line" />
}

function ChosenMark() {
  return (
    <ItemIndicator className="absolute right-2.5">
      <Check aria-hidden="true" />
    </ItemIndicator>
  )
}
