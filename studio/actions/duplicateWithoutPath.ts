import type { DocumentActionComponent, DuplicateActionProps } from 'sanity'

type MapDocument = NonNullable<DuplicateActionProps['mapDocument']>

/** Returns a landing page's copy: “Copy of” precedes the title, and the paths, which must be unique, are omitted. */
export const copyLandingPage: MapDocument = ({ path, formerPaths, ...copy }) => ({
  ...copy,
  title: `Copy of ${String(copy.title ?? 'a page')}`,
})

/** Wraps a landing page's “Duplicate” action to create the copy with {@link copyLandingPage}. */
export function duplicateWithoutPath(sanityAction: DocumentActionComponent): DocumentActionComponent {
  return (props) => {
    const duplicateProps: DuplicateActionProps = { ...props, mapDocument: copyLandingPage }
    return sanityAction(duplicateProps)
  }
}
