import { isText } from '@/lib/content/text/contentGuards'
import { type Fields, toList } from '@/studio/checks/walk'
import { type Query, useQuery } from '../useQuery'
import { FindingLink, FindingList } from './Finding'
import { Loaded, Notice, ToolPage } from './ToolPage'

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

type LaunchItem = { title: string; text: string }

/** Lists what is missing before the launch, with its cost in trust, and the document to supply it in. */
export function listLaunchItems(content: Fields): (LaunchItem & { id: string })[] {
  const onHomePage = [
    ...toList(content.questions).map((question) => ({
      title: String(question),
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

/** The list of {@link listLaunchItems}, in the tool “Content”. */
export function BeforeLaunch() {
  const content = useQuery<Fields>(request)
  return (
    <ToolPage title="Before launch: what only you can supply">
      <Loaded result={content}>
        {(loaded) => {
          const items = listLaunchItems(loaded)
          if (items.length === 0) return <Notice tone="positive">Nothing is missing.</Notice>
          return (
            <FindingList>
              {items.map(({ title, text, id }) => (
                <FindingLink key={title} title={title} text={text} id={id} type={id} />
              ))}
            </FindingList>
          )
        }}
      </Loaded>
    </ToolPage>
  )
}
