import { Picture } from '@/components/ui/picture/Picture'
import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { TextList } from '@/components/ui/text/TextList'
import { pictureFields } from '@/lib/content/reading/fragments'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { formatOfferValues } from '@/lib/content/text/offerValues'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `serviceCardsSection`. */
export const serviceCardsFields = `_type == "serviceCardsSection" => {
  heading,
  cards[]{
    _key,
    title,
    text,
    points,
    picture{${pictureFields}}
  }
}` as const

/** The services as tracks on the timeline of a recorded hour: its sound, its cameras, and the clips cut from it. */
export function ServiceCards({ section, level, site }: SectionProps<'serviceCardsSection'>) {
  const { clips } = formatOfferValues(site.offer)
  const cards = filterObjects(section.cards, ['title', 'text'])
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid">
      <Heading level={level} className="col-span-full mb-10 text-title lg:mb-16 lg:col-span-8">
        {section.heading}
      </Heading>
      {cards.length > 0 && (
        <div className="sub-grid col-span-full" style={{ '--count': Number(clips ?? 0) }}>
          <span aria-hidden className="hour-ruler lg:col-[5/-1]" />
          <ol className="sub-grid col-span-full">
            {cards.map((card) => (
              <li key={card.key} className="service-card sub-grid col-span-full gap-y-6">
                <div className="col-span-full lg:col-span-4">
                  <Heading level={getLevelBelow(level, section.heading)} className="text-heading">
                    {card.title}
                  </Heading>
                  <Text className="mt-3 max-w-[29.5em] text-muted">{card.text}</Text>
                </div>
                <div className="sub-grid col-span-full gap-y-6 lg:col-[5/-1]">
                  <span aria-hidden className="hour-track col-span-full" />
                  <Picture
                    picture={card.picture}
                    width={640}
                    sizes="(min-width: 64rem) 34vw, (min-width: 48rem) 48vw, 100vw"
                    aspect={3 / 2}
                    className="md:col-span-6 lg:col-span-5"
                  />
                  <TextList
                    texts={card.points}
                    className="ruled-list md:col-span-6 md:ps-6 lg:col-span-3 lg:self-end lg:ps-0"
                    itemClassName="py-3 font-medium"
                  />
                </div>
              </li>
            ))}
          </ol>
        </div>
      )}
    </SectionShell>
  )
}
