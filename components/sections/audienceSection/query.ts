import { featureFields } from '@/components/ui/feature/query'

/** GROQ projection of an `audienceSection`. */
export const audienceSectionFields = `
  heading,
  intro,
  audiences[]{${featureFields}}
`
