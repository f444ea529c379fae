import { Box, Button, Card, Container, Grid, Heading, Stack, Text } from '@sanity/ui'
import { chapters, type Picture } from './chapters'
import { pictureSize } from './pictureSize'

/** The editors' handbook, as a pane of the desk. */
export function Handbook() {
  return (
    <Card height="fill" overflow="auto">
      <Container width={1} paddingX={4} paddingY={5}>
        <Stack gap={6}>
          <Contents />
          {chapters.map(({ title, paragraphs, picture }) => (
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
function Contents() {
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

const idOf = (title: string) => `handbook-${title.replace(/\W+/g, '-').toLowerCase()}`

/** Goes to a chapter, for those who read on with the keyboard or a screen reader too. */
function open(title: string) {
  const heading = document.getElementById(idOf(title))
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

const addressOf = ({ name }: Picture) => `/studio-admin/handbook/${name}.webp`
