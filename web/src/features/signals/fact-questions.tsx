import type { FactQuestion } from '@leadlight/contract/projects'
import { useState } from 'react'
import { useProject, useUpdateProject } from '../../lib/projects.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { ChipButton } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

const ANSWER_CHARACTERS_MAX = 200
const DESCRIPTION_CHARACTERS_MAX = 5000

interface FactQuestionsProps {
  projectId: string
  questions: readonly FactQuestion[]
  /** Called once an answer is saved. */
  onAnswered: () => Promise<unknown>
}

/** What the suggestions lack, each answered in a line or by a chip. The answer becomes a sentence of the description. */
export function FactQuestions({ projectId, questions, onAnswered }: FactQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <section aria-label="Questions" className="grid gap-3 rounded-card bg-sunken p-3">
      <p className="text-s text-ink-2">
        Your answers are added to the description of your business, and make for better suggestions.
      </p>
      {questions.map((question) => (
        <Question key={question.about} projectId={projectId} question={question} onAnswered={onAnswered} />
      ))}
    </section>
  )
}

interface QuestionProps {
  projectId: string
  question: FactQuestion
  onAnswered: () => Promise<unknown>
}

function Question({ projectId, question, onAnswered }: QuestionProps) {
  const { data: project } = useProject(projectId)
  const update = useUpdateProject(projectId)
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function save(sentence: string) {
    if (!project) return
    const description = [project.business_description?.trim(), sentence].filter(Boolean).join(' ')
    if (description.length > DESCRIPTION_CHARACTERS_MAX) {
      setProblem('The description of your business is full. Shorten it under Settings.')
      return
    }
    setBusy(true)
    setProblem(null)
    try {
      await update({ business_description: description })
      await onAnswered()
    } catch (error) {
      setProblem(`Your answer could not be saved. ${messageOf(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && answer.trim() !== '') void save(sentenceOf(question, answer))
      }}
    >
      <Field label={question.question} error={problem}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              className="min-w-0 flex-1"
              maxLength={ANSWER_CHARACTERS_MAX}
              placeholder={question.example}
              autoComplete="off"
              value={answer}
              onChange={(event) => setAnswer(event.target.value)}
            />
            <Button type="submit" className="h-9" busy={busy} disabled={!project || answer.trim() === ''}>
              Answer
            </Button>
          </div>
        )}
      </Field>
      {question.choices.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {question.choices.map((choice) => (
            <ChipButton key={choice.label} disabled={!project || busy} onClick={() => void save(choice.answer)}>
              {choice.label}
            </ChipButton>
          ))}
        </div>
      )}
    </form>
  )
}

/** The answer as a sentence. Names of places and products get their capitals, by which they are known. */
function sentenceOf({ about, answer_begins }: FactQuestion, answer: string): string {
  const said = answer.trim().replace(/[.!?\s]+$/u, '')
  const isName = about === 'area' || about === 'rivals'
  const named =
    isName && said === said.toLowerCase()
      ? said.replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
      : said
  return `${answer_begins} ${named.replace(/\b(?:And|Or|The|In)\b/gu, (word) => (isName ? word.toLowerCase() : word))}.`
}
