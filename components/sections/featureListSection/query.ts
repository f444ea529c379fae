import { featureFields } from '@/components/ui/feature/query'

/** GROQ projection of a `featureListSection`. */
export const featureListSectionFields = `
  heading,
  intro,
  features[]{${featureFields}}
`
