import type { ReactNode } from 'react'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { Heading, type HeadingLevel } from './Heading'
import { Text } from './Text'

type Feature = { title?: string | null; text?: string | null }

type FeaturesProps<Item extends Feature> = {
  /** Features from the CMS. Those with neither title nor text are omitted. */
  features: readonly (Item | null)[] | null | undefined
  level: HeadingLevel
  as?: 'ul' | 'ol'
  className: string
  itemClassName?: string
  titleClassName: string
  textClassName: string
  /** Renders content before the title of each feature. */
  renderDrawing?: (feature: Item) => ReactNode
}

/** Whether any feature of a list from the CMS has a title or text. */
export function hasFeatures(features: readonly (Feature | null)[] | null | undefined): boolean {
  return filterObjects(features, ['title', 'text']).length > 0
}

/** A list of features, each with its title and text. Renders nothing without features. */
export function Features<Item extends Feature>(props: FeaturesProps<Item>) {
  const { features, level, as: List = 'ul', className, itemClassName, titleClassName, textClassName } = props
  const visibleFeatures = filterObjects(features, ['title', 'text'])
  if (visibleFeatures.length === 0) return null
  return (
    <List className={className}>
      {visibleFeatures.map((feature) => (
        <li key={feature.key} className={itemClassName}>
          {props.renderDrawing?.(feature)}
          <Heading level={level} className={titleClassName}>
            {feature.title}
          </Heading>
          <Text className={textClassName}>{feature.text}</Text>
        </li>
      ))}
    </List>
  )
}
