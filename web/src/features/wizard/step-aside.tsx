import { useId } from 'react'

interface StepAsideProps {
  title: string
  points: readonly string[]
}

/** What is good to know at a step: beside the form, below it on small screens. */
export function StepAside({ title, points }: StepAsideProps) {
  const id = useId()
  return (
    <aside
      aria-labelledby={id}
      className="grid content-start gap-2 border-t pt-4 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8"
    >
      <h3 id={id} className="text-s font-medium text-ink-2">
        {title}
      </h3>
      <ul className="grid list-disc gap-2 pl-4 text-ink-2 marker:text-ink-3">
        {points.map((point) => (
          <li key={point} className="max-w-[46ch] text-pretty">
            {point}
          </li>
        ))}
      </ul>
    </aside>
  )
}
