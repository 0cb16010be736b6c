import { X } from 'lucide-react'
import { Close, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import { ModalContent } from './modal-content.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** The actions, the main one last. */
  footer?: ReactNode
  size?: 's' | 'm' | 'l'
}

const WIDTHS = { s: 'max-w-100', m: 'max-w-130', l: 'max-w-190' }

/** A modal window. It takes the focus and gives it back; Escape and the backdrop close it. */
export function Dialog({ open, onOpenChange, title, description, children, footer, size = 'm' }: DialogProps) {
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className="fixed inset-0 z-50 grid animate-fade items-end overflow-y-auto bg-scrim sm:items-center sm:p-6">
          <ModalContent
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              'relative mx-auto grid w-full animate-rise grid-cols-1 gap-4 rounded-t-card border bg-surface p-5 shadow-float sm:rounded-card',
              WIDTHS[size],
            )}
          >
            <div className="grid grid-cols-1 gap-1 pr-9">
              <Title className="text-l font-semibold wrap-anywhere">{title}</Title>
              {description && <Description className="wrap-anywhere text-ink-2">{description}</Description>}
            </div>
            {children}
            {footer && <div className="flex flex-wrap justify-end gap-2">{footer}</div>}
            <Close aria-label="Close" className={buttonClass('quiet', 'm', 'absolute top-3.5 right-3.5 w-8 px-0')}>
              <X aria-hidden="true" />
            </Close>
          </ModalContent>
        </Overlay>
      </Portal>
    </Root>
  )
}
