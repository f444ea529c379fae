import { Box, Card, Container, Heading, Stack, Text } from '@sanity/ui'
import { chapters } from './chapters'

/** The editors' handbook, as a pane of the desk. */
export function Handbook() {
  return (
    <Card height="fill" overflow="auto">
      <Container width={1} paddingX={4} paddingY={5}>
        <Stack gap={6}>
          {chapters.map(({ title, paragraphs }) => (
            <Box as="section" key={title}>
              <Stack gap={4}>
                <Heading as="h2" size={2}>
                  {title}
                </Heading>
                {paragraphs.map((paragraph) => (
                  <Text as="p" key={paragraph} size={2}>
                    {paragraph}
                  </Text>
                ))}
              </Stack>
            </Box>
          ))}
        </Stack>
      </Container>
    </Card>
  )
}
