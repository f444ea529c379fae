import { Picture } from '@/components/ui/picture/Picture'
import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { TextList } from '@/components/ui/text/TextList'
import { pictureFields } from '@/lib/content/reading/fragments'
import { filterObjects, hasText } from '@/lib/content/text/contentGuards'
import { SectionShell } from '../SectionShell'
import type { SectionProps, SectionView } from '../types'

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

/** The services in order, with their pictures on alternating sides. */
function ServiceCards({ section, level }: SectionProps<'serviceCardsSection'>) {
  const cards = filterObjects(section.cards, ['title', 'text'])
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid">
      <Heading level={level} className="col-span-full mb-16 text-title lg:col-span-8">
        {section.heading}
      </Heading>
      {cards.length > 0 && (
        <ul className="counted sub-grid col-span-full gap-y-20 lg:gap-y-32">
          {cards.map((card) => (
            <li key={card.key} className="service-card group sub-grid col-span-full items-center gap-y-8">
              <Picture
                picture={card.picture}
                width={900}
                sizes="(min-width: 64rem) 58vw, (min-width: 48rem) 90vw, 100vw"
                aspect={3 / 2}
                className="md:max-lg:aspect-[4/5] md:max-lg:object-cover md:col-span-6 md:row-start-1 md:group-even:col-[7/-1] lg:col-span-7 lg:group-even:col-[6/-1]"
              />
              <div className="md:col-[7/-1] md:row-start-1 md:ps-6 md:group-even:col-[1/7] lg:col-[8/-1] lg:group-even:col-[1/6] md:group-even:ps-0 md:group-even:pe-6">
                <div className="count text-subtitle">
                  <Heading level={getLevelBelow(level, section.heading)} className="mt-2 text-title">
                    {card.title}
                  </Heading>
                </div>
                <Text className="mt-5 text-lead text-muted">{card.text}</Text>
                <TextList texts={card.points} className="mt-6" itemClassName="py-3 font-medium" />
              </div>
            </li>
          ))}
        </ul>
      )}
    </SectionShell>
  )
}

/** The registry entry of `serviceCardsSection`. */
export const serviceCardsSection: SectionView<'serviceCardsSection'> = {
  component: ServiceCards,
  hasContent: ({ heading, cards }) => hasText(heading) || filterObjects(cards, ['title', 'text']).length > 0,
}
