import { Heading } from '@/components/ui/text/Heading'
import { RichText } from '@/components/ui/text/RichText'
import { hasText, isText } from '@/lib/content/text/contentGuards'
import { plainText } from '@/lib/content/text/plainText'
import { SectionShell } from '../SectionShell'
import type { SectionProps, SectionView } from '../types'

/** GROQ projection of a `textBlockSection`. */
export const textBlockFields = `_type == "textBlockSection" => {
  heading,
  text
}` as const

/** Paragraphs with a sticky heading beside them. */
function TextBlock({ section, level, site }: SectionProps<'textBlockSection'>) {
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
        className={`text-block col-span-full max-w-[58ch] ${isText(section.heading) ? 'lg:col-[7/-1]' : ''}`}
      />
    </SectionShell>
  )
}

/** The registry entry of `textBlockSection`. */
export const textBlockSection: SectionView<'textBlockSection'> = {
  component: TextBlock,
  hasContent: ({ heading, text }) => hasText(heading, plainText(text)),
}
