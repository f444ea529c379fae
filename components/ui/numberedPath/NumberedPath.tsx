import { objectsIn } from '@/lib/content/contentGuards'
import { Heading, type HeadingLevel } from '../text/Heading'
import { Text } from '../text/Text'

type NumberedPathProps = {
  steps: ({ title?: string | null; text?: string | null } | null)[] | null | undefined
  level: HeadingLevel
}

/** Steps in their order, joined by a line. */
export function NumberedPath({ steps, level }: NumberedPathProps) {
  const known = objectsIn(steps, ['title', 'text'])
  if (known.length === 0) return null
  return (
    <ol className="numbered-path counted">
      {known.map((step) => (
        <li key={step.key} className="count">
          <Heading level={level} className="text-subtitle">
            {step.title}
          </Heading>
          <Text className="mt-3 max-w-[34ch] text-muted">{step.text}</Text>
        </li>
      ))}
    </ol>
  )
}
