import { featureFields } from '@/components/ui/feature/query'

/** GROQ projection of a `beliefsSection`. */
export const beliefsSectionFields = `
  heading,
  intro,
  beliefs[]{${featureFields}}
`
