import { Heading } from '@/components/ui/text/Heading'
import { RichText } from '@/components/ui/text/RichText'
import { isText } from '@/lib/content/contentGuards'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `textBlockSection`. */
export const textBlockFields = `
  heading,
  text
` as const

/** Some paragraphs; their heading stays beside them. */
export function TextBlock({ section, level, site }: SectionProps<'textBlockSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="bone" grid="page-grid gap-y-6">
      <Heading
        level={level}
        className="col-span-full text-title lg:sticky lg:top-12 lg:col-span-5 lg:self-start"
      >
        {section.heading}
      </Heading>
      <RichText
        value={section.text}
        level={level}
        heading={section.heading}
        site={site}
        className={`text-block col-span-full max-w-[58ch] ${isText(section.heading) ? 'lg:col-[7/-1]' : ''}`}
      />
    </SectionShell>
  )
}
