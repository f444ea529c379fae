import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { SearchIcon } from '@sanity/icons/Search'
import { Box, Button, Card, Container, Grid, Heading, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import type { Tool } from 'sanity'
import { type Chapter, chapters, type Picture } from './chapters'
import { pictureSize } from './pictureSize'

/** The handbook as a tool, so that it is one press away from everywhere. */
export const handbookTool: Tool = {
  name: 'handbook',
  title: 'Handbook',
  icon: HelpCircleIcon,
  component: Handbook,
}

/** The editors' handbook, as a tool and as a pane of the desk, with a search over its chapters. */
export function Handbook() {
  const [term, setTerm] = useState('')
  const found = chapters.filter((chapter) => contains(chapter, term))
  return (
    <Card height="fill" overflow="auto">
      <Container width={1} paddingX={4} paddingY={5}>
        <Stack gap={6}>
          <TextInput
            aria-label="Search the handbook"
            icon={SearchIcon}
            type="search"
            value={term}
            onChange={({ currentTarget }) => setTerm(currentTarget.value)}
          />
          <Contents chapters={found} />
          {found.length === 0 && (
            <Text size={1} role="status">
              No chapter contains that.
            </Text>
          )}
          {found.map(({ title, paragraphs, picture }) => (
            <Box as="section" key={title}>
              <Stack gap={5}>
                <Heading as="h2" size={2} id={idOf(title)} tabIndex={-1} style={{ outline: 'none' }}>
                  {title}
                </Heading>
                {paragraphs.map((paragraph) => (
                  <Text as="p" key={paragraph} size={2}>
                    {paragraph}
                  </Text>
                ))}
                {picture && (
                  <Card as="figure" border radius={2} overflow="hidden" margin={0}>
                    <a href={addressOf(picture)} target="_blank" rel="noreferrer">
                      {/* biome-ignore lint/performance/noImgElement: the files are as large as they are shown */}
                      <img
                        src={addressOf(picture)}
                        alt={picture.alt}
                        {...pictureSize}
                        loading="lazy"
                        style={{ display: 'block', width: '100%', height: 'auto' }}
                      />
                    </a>
                  </Card>
                )}
              </Stack>
            </Box>
          ))}
        </Stack>
      </Container>
    </Card>
  )
}

/** The chapters, as ways to them: on a phone they are a long way down. */
function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <Card as="nav" aria-label="Chapters" border radius={2} padding={2}>
      <Grid gridTemplateColumns={[1, 1, 2]} gap={1}>
        {chapters.map(({ title }) => (
          <Button
            key={title}
            mode="bleed"
            justify="flex-start"
            fontSize={1}
            padding={3}
            text={title}
            onClick={() => open(title)}
          />
        ))}
      </Grid>
    </Card>
  )
}

function contains({ title, paragraphs }: Chapter, term: string): boolean {
  const words = term.toLowerCase().split(/\s+/)
  const text = [title, ...paragraphs].join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}

const idOf = (title: string) => `handbook-${title.replace(/\W+/g, '-').toLowerCase()}`

/** Goes to a chapter, for those who read on with the keyboard or a screen reader too. */
function open(title: string) {
  const heading = document.getElementById(idOf(title))
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

const addressOf = ({ name }: Picture) => `/studio-admin/handbook/${name}.webp`
