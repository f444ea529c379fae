import type { DocumentActionComponent, DuplicateActionProps } from 'sanity'

type MapDocument = NonNullable<DuplicateActionProps['mapDocument']>

/** Returns the copy of a landing page: with its own name, and without paths, which are unique. */
export const copyLandingPage: MapDocument = ({ path, formerPaths, ...copy }) => ({
  ...copy,
  title: `Copy of ${String(copy.title ?? 'a page')}`,
})

/**
 * Wraps “Duplicate” of a landing page, see {@link copyLandingPage}.
 *
 * @param sanityAction - Sanity's action
 */
export function duplicateWithoutPath(sanityAction: DocumentActionComponent): DocumentActionComponent {
  return (props) => {
    const duplicateProps: DuplicateActionProps = { ...props, mapDocument: copyLandingPage }
    return sanityAction(duplicateProps)
  }
}
