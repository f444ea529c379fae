import { Card, type CardTone, Container, Heading, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'

type ToolPageProps = { title: string; testId?: string; children: ReactNode }

/** A single-column page with a heading. */
export function ToolPage({ title, testId, children }: ToolPageProps) {
  return (
    <Card height="fill" overflow="auto" data-testid={testId}>
      <Container width={1} paddingX={4} paddingY={5}>
        <Stack gap={5}>
          <Heading as="h1" size={3}>
            {title}
          </Heading>
          {children}
        </Stack>
      </Container>
    </Card>
  )
}

/** A message that screen readers announce. */
export function Notice({ tone = 'default', children }: { tone?: CardTone; children: ReactNode }) {
  return (
    <Card padding={4} radius={2} tone={tone} role={tone === 'critical' ? 'alert' : 'status'}>
      <Text size={1}>{children}</Text>
    </Card>
  )
}

type LoadedProps<Result> = {
  /** Undefined while the result loads; `failed` if loading failed. */
  result: Result | 'failed' | undefined
  children: (result: Result) => ReactNode
}

/** Renders a loaded result, or a loading or error message. */
export function Loaded<Result>({ result, children }: LoadedProps<Result>) {
  if (result === undefined) return <Text size={1}>Loading…</Text>
  if (result === 'failed') return <Text size={1}>This couldn’t be loaded. Reload the page to try again.</Text>
  return children(result)
}
