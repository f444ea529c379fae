import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { RichText } from '@/components/ui/text/RichText'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { plainText } from '@/lib/content/text/plainText'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `questionsSection`. */
export const questionsFields = `_type == "questionsSection" => {
  heading,
  intro,
  questions[]{
    _key,
    question,
    answer
  }
}` as const

/** Questions in native disclosure elements, which need no script. */
export function Questions({ section, level, site }: SectionProps<'questionsSection'>) {
  const questions = filterQuestions(section.questions)
  const subLevel = getLevelBelow(level, section.heading)
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid gap-y-8 lg:gap-y-12">
      <SectionHeader section={section} level={level} isAside />
      <ul className="question-list col-span-full lg:col-[6/-1]">
        {questions.map(({ key, question, answer }) => (
          <li key={key}>
            <details className="question">
              <summary>
                <Heading level={subLevel} className="text-subtitle">
                  {question}
                </Heading>
              </summary>
              <RichText
                value={answer}
                level={subLevel}
                heading={question}
                site={site}
                className="question-answer max-w-[35.5em]"
              />
            </details>
          </li>
        ))}
      </ul>
    </SectionShell>
  )
}

/** Omits entries without a question, and those whose disclosure element would be empty. */
export function filterQuestions(questions: SectionProps<'questionsSection'>['section']['questions']) {
  return filterObjects(questions, ['question']).filter(({ answer }) => plainText(answer) !== '')
}
