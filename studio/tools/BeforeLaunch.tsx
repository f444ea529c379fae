import { Card, Container, Stack, Text } from '@sanity/ui'
import { isText } from '@/lib/content/text/contentGuards'
import { type Query, useQuery } from '../useQuery'

/** GROQ query of the published content that only the studio can supply. */
export const launchQuery = `{
  "questions": *[_id == "homePage"][0].sections[_type == "questionsSection"].questions[!defined(answer)].question,
  "episode": *[_id == "homePage"][0].sections[_type == "heroSection"][0].episode.poster.asset._ref,
  "episodes": count(*[_id == "homePage"][0].sections[_type == "episodesSection"].episodes[]),
  "people": count(*[_id == "homePage"][0].sections[_type == "teamSection"].people[]),
  "testimonials": count(*[_id == "homePage"][0].sections[_type == "testimonialsSection"].testimonials[]),
  "source": *[_id == "homePage"][0].sections[_type == "statsSection"][0].source,
  "address": *[_id == "siteSettings"][0].address,
  "email": *[_id == "siteSettings"][0].contactEmail,
  "pictureNote": *[_id == "siteSettings"][0].pictureNote
}`

/** The result of {@link launchQuery}. */
export type LaunchContent = {
  questions: string[] | null
  episode: string | null
  episodes: number | null
  people: number | null
  testimonials: number | null
  source: string | null
  address: string[] | null
  email: string | null
  pictureNote: string | null
}

type LaunchItem = { title: string; text: string }

/** Lists what is missing before the launch, with its cost in trust. */
export function listLaunchItems(content: LaunchContent): LaunchItem[] {
  const { questions, address } = content
  return [
    ...(questions ?? []).map((question) => ({
      title: question,
      text: 'Home, Questions: hidden without an answer. Buyers want to know before they pay.',
    })),
    !content.people && {
      title: 'Who works with members',
      text: 'Home, Team: without names, visitors can’t tell who they’ll work with.',
    },
    !content.testimonials && {
      title: 'What members say, with their consent',
      text: 'Home, Testimonials: at this price, visitors look for proof from other members.',
    },
    !content.episodes && {
      title: 'Episodes recorded in the room',
      text: 'Home, Episodes: they show what members get.',
    },
    !content.episode && {
      title: 'An episode with sound for the opening',
      text: 'Home, Opening: visitors want to hear the studio before they book it.',
    },
    !isText(content.source) && {
      title: 'Date or source of the numbers',
      text: 'Home, Services and About, Numbers: round numbers without a source look invented.',
    },
    !address?.some((line) => /\d/.test(line)) && {
      title: 'The street address',
      text: 'Settings, Contact: visitors want to know where the studio is.',
    },
    /\.example$/.test(content.email ?? '') && {
      title: 'The studio’s email and phone number',
      text: 'Settings, Contact: messages to the template’s email and phone number don’t arrive.',
    },
    isText(content.pictureNote) && {
      title: 'Photographs instead of renderings',
      text: 'Settings: visitors read that the pictures are renderings. Replace them, then empty the picture note.',
    },
  ].filter((item) => item !== false)
}

const request: Query = { query: launchQuery, perspective: 'published' }

/** The list of {@link listLaunchItems}, in the tool “Content”. */
export function BeforeLaunch() {
  const content = useQuery<LaunchContent>(request)
  const items = typeof content === 'object' ? listLaunchItems(content) : undefined
  return (
    <Card height="fill" overflow="auto" padding={4}>
      <Container width={1}>
        <Stack gap={4}>
          <Text muted>
            {items
              ? items.length > 0
                ? 'Only you can supply these. Until then, the site doesn’t show them.'
                : 'Nothing is missing.'
              : content === 'failed'
                ? 'The list couldn’t be loaded. Reload the page to try again.'
                : 'Loading…'}
          </Text>
          {items?.map(({ title, text }) => (
            <Stack key={title} gap={2}>
              <Text weight="semibold">{title}</Text>
              <Text muted size={1}>
                {text}
              </Text>
            </Stack>
          ))}
        </Stack>
      </Container>
    </Card>
  )
}
