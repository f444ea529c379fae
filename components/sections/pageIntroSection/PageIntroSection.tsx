import { Picture } from '@/components/ui/picture/Picture'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** The opening of an inner page: what it is about, and a picture that reaches past the text. */
export function PageIntroSection({ section, level, first }: SectionProps<'pageIntroSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="ink" className="lamp-glow pt-10 pb-section lg:pt-16">
      <div className="page-grid gap-y-12">
        <div className="col-span-full lg:col-[1/9] lg:row-start-1 lg:self-end">
          <Text className="eyebrow mb-5">{section.eyebrow}</Text>
          <Heading level={level} className="text-display">
            {section.heading}
          </Heading>
          <Text className="mt-8 max-w-[34ch] text-lead text-muted lg:max-w-[38ch]">{section.lead}</Text>
        </div>
        <Picture
          picture={section.picture}
          width={720}
          sizes="(min-width: 64rem) 40vw, 100vw"
          aspect={1}
          priority={first}
          className="col-span-full aspect-3/2 object-cover md:col-[3/-1] lg:col-[9/-1] lg:row-start-1 lg:aspect-4/5"
        />
      </div>
    </SectionShell>
  )
}
