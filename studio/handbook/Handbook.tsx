import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { SearchIcon } from '@sanity/icons/Search'
import { Box, Button, Card, Container, Grid, Heading, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import type { Tool } from 'sanity'
import { type Chapter, chapters, type Picture } from './chapters'
import { pictureSize } from './pictureSize'

/** The handbook as a tool in the navigation bar. */
export const handbookTool: Tool = {
  name: 'handbook',
  title: 'Handbook',
  icon: HelpCircleIcon,
  component: Handbook,
}

/** The editors' handbook with a search, shown as a tool and as a pane of “Content”. */
export function Handbook() {
  const [term, setTerm] = useState('')
  const matchingChapters = chapters.filter((chapter) => matchesTerm(chapter, term))
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
          <Contents chapters={matchingChapters} />
          {matchingChapters.length === 0 && (
            <Text size={1} role="status">
              No chapter matches.
            </Text>
          )}
          {matchingChapters.map(({ title, paragraphs, picture }) => (
            <Box as="section" key={title}>
              <Stack gap={5}>
                <Heading as="h2" size={2} id={getChapterId(title)} tabIndex={-1} style={{ outline: 'none' }}>
                  {title}
                </Heading>
                {paragraphs.map((paragraph) => (
                  <Text as="p" key={paragraph} size={2}>
                    {paragraph}
                  </Text>
                ))}
                {picture && (
                  <Card as="figure" border radius={2} overflow="hidden" margin={0}>
                    <a href={getPictureUrl(picture)} target="_blank" rel="noreferrer">
                      {/* biome-ignore lint/performance/noImgElement: the files already have their display size */}
                      <img
                        src={getPictureUrl(picture)}
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

/** A table of contents that jumps to the chapters. */
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
            onClick={() => jumpToChapter(title)}
          />
        ))}
      </Grid>
    </Card>
  )
}

function matchesTerm({ title, paragraphs }: Chapter, term: string): boolean {
  const words = term.toLowerCase().split(/\s+/)
  const text = [title, ...paragraphs].join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}

const getChapterId = (title: string) => `handbook-${title.replace(/\W+/g, '-').toLowerCase()}`

/** Scrolls to a chapter and focuses its heading, for keyboard and screen reader users. */
function jumpToChapter(title: string) {
  const heading = document.getElementById(getChapterId(title))
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

const getPictureUrl = ({ name }: Picture) => `/studio-admin/handbook/${name}.webp`
