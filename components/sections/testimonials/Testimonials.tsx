import { Picture } from '@/components/ui/picture/Picture'
import { Text } from '@/components/ui/text/Text'
import { pictureFields } from '@/lib/content/reading/fragments'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `testimonialsSection`. It omits testimonials without the person's consent. */
export const testimonialsFields = `_type == "testimonialsSection" => {
  heading,
  intro,
  testimonials[defined(consent) && consent != ""]{
    _key,
    quote,
    name,
    role,
    picture{${pictureFields}}
  }
}` as const

/** Testimonials, each with its speaker beside the quote. */
export function Testimonials({ section, level }: SectionProps<'testimonialsSection'>) {
  const testimonials = filterObjects(section.testimonials, ['quote'])
  return (
    <SectionShell anchor={section.anchor} surface="deep" gridClassName="page-grid gap-y-8 lg:gap-y-12">
      <SectionHeader section={section} level={level} />
      <ul className="sub-grid col-span-full">
        {testimonials.map(({ key, quote, name, role, picture }) => (
          <li key={key} className="sub-grid col-span-full border-t border-text">
            <figure className="testimonial sub-grid col-span-full gap-y-6 py-8 lg:py-12">
              <figcaption className="testimonial-speaker md:col-span-4 md:pe-4">
                <Picture picture={picture} width={96} sizes="6rem" aspect={1} />
                <span>
                  <Text as="span" className="block font-semibold">
                    {name}
                  </Text>
                  <Text as="span" className="block text-muted">
                    {role}
                  </Text>
                </span>
              </figcaption>
              <blockquote className="testimonial-text md:col-[5/-1]">
                <Text>{quote}</Text>
              </blockquote>
            </figure>
          </li>
        ))}
      </ul>
    </SectionShell>
  )
}
