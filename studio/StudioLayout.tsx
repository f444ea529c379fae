import { type LayoutProps, LoadingBlock, useFeatureEnabled } from 'sanity'
import { OfflineNotice } from './OfflineNotice'

/** On a phone the button that publishes is as high as a finger needs: https://www.w3.org/WAI/WCAG22/Understanding/target-size-enhanced */
const touchSizes = '@media (width < 40rem) { [data-testid^="action-publish"] { min-height: 44px } }'

/**
 * Shows the Studio's tools once it is known what the plan of Sanity has. Before, Sanity lays the Studio out without tasks,
 * and as if the plan had comments; if it is otherwise, all tools begin anew (6.16.0), and what somebody has opened by then
 * is gone.
 */
export function StudioLayout(props: LayoutProps) {
  // Whichever feature is asked for, the answer to all of them is awaited; one that fails is an answer, too.
  const { isLoading } = useFeatureEnabled('sanityTasks')
  if (isLoading) return <LoadingBlock fill showText title="Opening the Studio" />
  return (
    <>
      <style>{touchSizes}</style>
      <OfflineNotice />
      {props.renderDefault(props)}
    </>
  )
}
