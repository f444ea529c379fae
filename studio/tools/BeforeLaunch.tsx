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
      text: 'Home, Questions: without an answer, it’s hidden. Buyers ask it before they pay, or don’t buy.',
    })),
    !content.people && {
      title: 'Who works with members',
      text: 'Home, Team: a service without names looks like a template.',
    },
    !content.testimonials && {
      title: 'What members say, with their consent',
      text: 'Home, Testimonials: without proof, a price this high needs a call.',
    },
    !content.episodes && {
      title: 'Episodes recorded in the room',
      text: 'Home, Episodes: nothing else shows what members get.',
    },
    !content.episode && {
      title: 'An episode with sound for the opening',
      text: 'Home, Opening: a studio that can’t be heard is hard to believe.',
    },
    !isText(content.source) && {
      title: 'Date or source of the numbers',
      text: 'Home, Services and About, Numbers: round numbers without a source look invented.',
    },
    !address?.some((line) => /\d/.test(line)) && {
      title: 'The street address',
      text: 'Settings, Contact: a studio without an address could be anywhere.',
    },
    /\.example$/.test(content.email ?? '') && {
      title: 'The studio’s email and phone number',
      text: 'Settings, Contact: those of the template reach nobody.',
    },
    isText(content.pictureNote) && {
      title: 'Photographs instead of renderings',
      text: 'Then empty the picture note in Settings: visitors read that they see renderings.',
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
