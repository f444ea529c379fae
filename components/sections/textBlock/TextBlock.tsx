import { Heading } from '@/components/ui/text/Heading'
import { RichText } from '@/components/ui/text/RichText'
import { isText } from '@/lib/content/text/contentGuards'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `textBlockSection`. */
export const textBlockFields = `_type == "textBlockSection" => {
  heading,
  text
}` as const

/** Paragraphs with a sticky heading beside them. */
export function TextBlock({ section, level, site }: SectionProps<'textBlockSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid gap-y-6">
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
        className={`text-block col-span-full max-w-[35.5em] ${isText(section.heading) ? 'lg:col-[7/-1]' : ''}`}
      />
    </SectionShell>
  )
}
