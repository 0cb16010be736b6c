import { X } from 'lucide-react'
import { Close, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import { ModalContent } from './modal-content.tsx'

interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Leaves the title to screen readers, if the content has its own heading. */
  hideTitle?: boolean
  side?: 'left' | 'right'
  className?: string
  /** Buttons that stay in reach at the foot, however long the content. */
  footer?: ReactNode
  children: ReactNode
}

const SIDES = {
  left: 'left-0 animate-slide-left border-r',
  right: 'right-0 animate-slide-right border-l',
}

/** A modal panel that slides in from a side and fills the height. */
export function Sheet({
  open,
  onOpenChange,
  title,
  hideTitle,
  side = 'right',
  className,
  footer,
  children,
}: SheetProps) {
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <ModalContent
          aria-describedby={undefined}
          className={classNames(
            'fixed inset-y-0 z-50 flex w-[min(100vw-2.5rem,24rem)] flex-col overflow-y-auto bg-bg shadow-float',
            SIDES[side],
            className,
          )}
        >
          <Title className={hideTitle ? 'sr-only' : 'px-4 pt-4 pb-2 text-l font-semibold'}>{title}</Title>
          {children}
          {footer && (
            <div className="sticky bottom-0 mt-auto grid gap-2 border-t bg-bg px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
          <Close aria-label="Close" className={buttonClass('quiet', 'm', 'absolute top-3 right-3 w-8 px-0')}>
            <X aria-hidden="true" />
          </Close>
        </ModalContent>
      </Portal>
    </Root>
  )
}
