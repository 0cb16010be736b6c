import { ArrowLeft } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { signalsPath } from './signal-paths.ts'

/** A link to all signals of the project. */
export function BackToSignals({ projectId }: { projectId: string }) {
  return (
    <Link to={signalsPath(projectId)} className="link inline-flex items-center gap-1.5 justify-self-start text-s">
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      All signals
    </Link>
  )
}
