import { type LayoutProps, LoadingBlock, useFeatureEnabled } from 'sanity'

/** Gives the publish button the minimum target size on a phone: https://www.w3.org/WAI/WCAG22/Understanding/target-size-enhanced */
const touchSizes = '@media (width < 40rem) { [data-testid^="action-publish"] { min-height: 44px } }'

/**
 * Renders the Studio's tools once the features of the Sanity plan are known. Until then, Sanity assumes a plan with comments
 * but no tasks. If the plan differs, Sanity 6.16.0 remounts all tools and loses what an editor has opened.
 */
export function StudioLayout(props: LayoutProps) {
  // Any feature works here, because Sanity loads all features with one request. A failed request ends loading too.
  const { isLoading } = useFeatureEnabled('sanityTasks')
  if (isLoading) return <LoadingBlock fill showText title="Opening the Studio" />
  return (
    <>
      <style>{touchSizes}</style>
      {props.renderDefault(props)}
    </>
  )
}
