import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { StepFrame } from './step-frame.tsx'

interface StepFormProps {
  title: string
  intro: ReactNode
  backTo: string
  busy: boolean
  isUnsaved: boolean
  onSubmit: () => void
  aside?: ReactNode
  children: ReactNode
}

/** A step with a form: Continue, or Enter, saves it and goes on. */
export function StepForm({ title, busy, onSubmit, children, ...frame }: StepFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <StepFrame
        {...frame}
        title={title}
        actions={
          <Button type="submit" variant="primary" busy={busy}>
            Continue
            <ArrowRight aria-hidden="true" />
          </Button>
        }
      >
        {children}
      </StepFrame>
    </form>
  )
}
