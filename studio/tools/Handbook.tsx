import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { Card, Container, Heading, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import type { Tool } from 'sanity'
import { studioPath } from '@/lib/pages'

/** The editors' handbook, a Markdown page of headings and paragraphs in `public/studio-admin/handbook.md`. */
export const handbookTool: Tool = {
  name: 'handbook',
  title: 'Handbook',
  icon: HelpCircleIcon,
  component: Handbook,
}

function Handbook() {
  const [markdown, setMarkdown] = useState('Loading…')
  useEffect(() => {
    fetch(`${studioPath}/handbook.md`)
      .then((response) => (response.ok ? response.text() : Promise.reject(new Error(response.statusText))))
      .catch(() => 'The handbook couldn’t be loaded. Reload the page to try again.')
      .then(setMarkdown)
  }, [])
  return (
    <Card height="fill" overflow="auto">
      <Container width={1} paddingX={4} paddingY={5}>
        <Stack gap={5}>
          {markdown.split('\n\n').map((block) => {
            const [, marks, title] = /^(#+) (.+)/.exec(block) ?? []
            if (marks === undefined)
              return (
                <Text as="p" key={block} size={2}>
                  {block}
                </Text>
              )
            return (
              <Heading as={marks === '#' ? 'h1' : 'h2'} key={block} size={marks === '#' ? 3 : 2}>
                {title}
              </Heading>
            )
          })}
        </Stack>
      </Container>
    </Card>
  )
}
