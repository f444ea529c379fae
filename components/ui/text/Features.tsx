import type { ReactNode } from 'react'
import { filterObjects } from '@/lib/content/contentGuards'
import { Heading, type HeadingLevel } from './Heading'
import { Text } from './Text'

type Feature = { title?: string | null; text?: string | null }

type FeaturesProps<Item extends Feature> = {
  /** Features from the CMS; those without any text are left out. */
  features: readonly (Item | null)[] | null | undefined
  level: HeadingLevel
  as?: 'ul' | 'ol'
  /** The classes of the list, and the elements of each feature. */
  className: string
  item?: string
  title: string
  text: string
  /** Content before the texts of each. */
  drawing?: (feature: Item) => ReactNode
}

/** Whether a list of features from the CMS shows any. */
export function hasFeatures(features: readonly (Feature | null)[] | null | undefined): boolean {
  return filterObjects(features, ['title', 'text']).length > 0
}

/** A list of features, each with its title and its text. Without any there is no list. */
export function Features<Item extends Feature>(props: FeaturesProps<Item>) {
  const { features, level, as: List = 'ul', className, item, title, text, drawing } = props
  const known = filterObjects(features, ['title', 'text'])
  if (known.length === 0) return null
  return (
    <List className={className}>
      {known.map((feature) => (
        <li key={feature.key} className={item}>
          {drawing?.(feature)}
          <Heading level={level} className={title}>
            {feature.title}
          </Heading>
          <Text className={text}>{feature.text}</Text>
        </li>
      ))}
    </List>
  )
}
