import { Check } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface AnswerQuestionProps {
  /** Undefined while there is none. */
  answer: boolean | undefined
  onAnswer: (fits: boolean) => void
  /** What yes says, where it does more than answer. */
  yes?: string
}

/** Asks whether a post is worth answering. The same answer again takes it back. */
export function AnswerQuestion({ answer, onAnswer, yes = 'Yes' }: AnswerQuestionProps) {
  return (
    <fieldset className="grid gap-1.5 pt-1">
      <legend className="text-s text-ink-2">Would you answer this person?</legend>
      <div className="flex flex-wrap gap-2">
        <AnswerButton text={yes} isSaid={answer === true} onPress={() => onAnswer(true)} />
        <AnswerButton text="No" isSaid={answer === false} onPress={() => onAnswer(false)} />
      </div>
    </fieldset>
  )
}

function AnswerButton({ text, isSaid, onPress }: { text: string; isSaid: boolean; onPress: () => void }) {
  return (
    <Button
      size="s"
      aria-pressed={isSaid}
      onClick={onPress}
      className="min-w-16 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent max-sm:h-11"
    >
      {isSaid && <Check aria-hidden="true" />}
      {text}
    </Button>
  )
}
