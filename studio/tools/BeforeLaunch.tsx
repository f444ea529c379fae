import { Text } from '@sanity/ui'
import { isRecord, isText } from '@/lib/content/text/contentGuards'
import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { type Fields, toList, toRecords } from '@/studio/checks/walk'
import { type Query, useQuery } from '../useQuery'
import { FindingLink, FindingList } from './Finding'
import { Loaded, Notice, ToolPage } from './ToolPage'

/** GROQ query for the published content that only the studio can supply. */
export const launchQuery = `{
  "offer": *[_id == "offer"][0],
  "sections": *[_id == "homePage"][0].sections[_type == "questionsSection"]
    {_key, "questions": questions[!defined(answer)]{_key, question}},
  "episode": *[_id == "homePage"][0].sections[_type == "heroSection"][0].episode.poster.asset._ref,
  "episodes": count(*[_id == "homePage"][0].sections[_type == "episodesSection"].episodes[]),
  "people": count(*[_id == "homePage"][0].sections[_type == "teamSection"].people[]),
  "testimonials": count(*[_id == "homePage"][0].sections[_type == "testimonialsSection"].testimonials[]),
  "source": *[_id == "homePage"][0].sections[_type == "statsSection"][0].source,
  "address": *[_id == "siteSettings"][0].address,
  "email": *[_id == "siteSettings"][0].contactEmail,
  "pictureNote": *[_id == "siteSettings"][0].pictureNote
}`

/** Lists the home page's unanswered questions, with the paths of their answer fields. */
export function listOpenQuestions({ sections, offer }: Fields): { title: string; path: string }[] {
  const values = formatOfferValues(isRecord(offer) ? offer : null)
  return toRecords(sections).flatMap(({ _key, questions }) =>
    toRecords(questions).map((question) => ({
      title: fillOfferValues(String(question.question), values),
      path: `sections[_key=="${_key}"].questions[_key=="${question._key}"].answer`,
    })),
  )
}

type LaunchItem = { title: string; text: string }

/** Lists what else is missing before launch. Each item says why visitors need it and which document lacks it. */
export function listLaunchItems(content: Fields): (LaunchItem & { id: string })[] {
  const onHomePage = [
    !content.people && {
      title: 'Who works with members',
      text: 'Home, Team: without names, visitors can’t tell who they’ll work with.',
    },
    !content.testimonials && {
      title: 'What members say, with their consent',
      text: 'Home, Testimonials: at this price, visitors look for proof from other members.',
    },
    !content.episodes && {
      title: 'Episodes recorded in the studio',
      text: 'Home, Episodes: they show what members get.',
    },
    !content.episode && {
      title: 'An episode with sound for the opening',
      text: 'Home, Opening: visitors want to hear the studio before they book it.',
    },
    !isText(content.source) && {
      title: 'Date or source of the numbers',
      text: 'Home, Services and About, Numbers: round numbers without a source look made up.',
    },
  ]
  const inSettings = [
    !toList(content.address).some((line) => /\d/.test(String(line))) && {
      title: 'The street address',
      text: 'Settings, Contact: visitors want to know where the studio is.',
    },
    /\.example$/.test(String(content.email)) && {
      title: 'The studio’s email and phone number',
      text: 'Settings, Contact: the placeholder email and phone number don’t reach you.',
    },
    isText(content.pictureNote) && {
      title: 'Photographs instead of renderings',
      text: 'Settings: a note tells visitors that the pictures are renderings. Replace them, then clear the picture note.',
    },
  ]
  return [
    ...onHomePage.filter((item) => item !== false).map((item) => ({ ...item, id: 'homePage' })),
    ...inSettings.filter((item) => item !== false).map((item) => ({ ...item, id: 'siteSettings' })),
  ]
}

const request: Query = { query: launchQuery, perspective: 'published' }

/** Shows the items of {@link listLaunchItems} and {@link listOpenQuestions} in the “Content” tool. */
export function BeforeLaunch() {
  const content = useQuery<Fields>(request)
  return (
    <ToolPage title="Before launch: what only you can supply">
      <Loaded result={content}>
        {(loaded) => {
          const [questions, items] = [listOpenQuestions(loaded), listLaunchItems(loaded)]
          if (questions.length + items.length === 0)
            return <Notice tone="positive">Nothing is missing.</Notice>
          return (
            <>
              <FindingList>
                {items.map((item) => (
                  <FindingLink key={item.title} type={item.id} {...item} />
                ))}
              </FindingList>
              {questions.length > 0 && (
                <Text as="p" size={1}>
                  Home hides these questions until you answer them. Buyers want to know before they pay:
                </Text>
              )}
              <FindingList>
                {questions.map((question) => (
                  <FindingLink key={question.path} id="homePage" type="homePage" {...question} />
                ))}
              </FindingList>
            </>
          )
        }}
      </Loaded>
    </ToolPage>
  )
}
