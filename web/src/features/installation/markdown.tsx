import ReactMarkdown from 'react-markdown'
import type { Components } from 'react-markdown'
import { Link } from '../../lib/router/link.tsx'

/** Renders Markdown. HTML shows as text and script URLs are dropped, both by the library. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="grid min-w-0 gap-3.5 text-l leading-relaxed wrap-anywhere">
      <ReactMarkdown components={ELEMENTS}>{text}</ReactMarkdown>
    </div>
  )
}

/** Headings are one level lower than written, since the screen has a title above. */
const ELEMENTS: Components = {
  h1: ({ children }) => <h2 className="mt-3 text-xl font-semibold first:mt-0">{children}</h2>,
  h2: ({ children }) => <h2 className="mt-3 text-l font-semibold first:mt-0">{children}</h2>,
  h3: ({ children }) => <h3 className="mt-1.5 font-semibold first:mt-0">{children}</h3>,
  ul: ({ children }) => <ul className="grid list-disc gap-1.5 pl-5 marker:text-ink-3">{children}</ul>,
  ol: ({ children }) => <ol className="grid list-decimal gap-1.5 pl-5 marker:text-ink-3">{children}</ol>,
  blockquote: ({ children }) => <blockquote className="border-l-2 pl-4 text-ink-2">{children}</blockquote>,
  hr: () => <hr className="my-2" />,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  code: ({ children }) => <code className="rounded-control bg-sunken px-1 font-mono text-[0.92em]">{children}</code>,
  pre: ({ children }) => <pre className="overflow-x-auto rounded-card bg-sunken p-3 text-s">{children}</pre>,
  a: ({ href = '', children }) =>
    isOurs(href) ? (
      <Link to={href} className="link">
        {children}
      </Link>
    ) : (
      <a href={href} rel="noopener noreferrer" className="link">
        {children}
      </a>
    ),
}

/** A path of this installation, not another host's (`//host`). */
function isOurs(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//')
}
