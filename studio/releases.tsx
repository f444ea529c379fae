import { type ToastParams, useToast } from '@sanity/ui/toast'
import { useEffect } from 'react'
import { type LayoutProps, useKeyValueStore, type WorkspaceOptions } from 'sanity'
import { timeZone } from '@/lib/content/studioTime'
import { immediateRevertStyles } from './releaseReverts'
import { SanityTimeGuard } from './SanityTimeGuard'
import { StudioLayout } from './StudioLayout'
import { bulkScheduleStyles } from './scheduledDrafts'

/**
 * Whether the Studio offers what belongs to Sanity's paid plans: releases, scheduled drafts, tasks and comments. Next
 * inlines the variable at build time; `lib/env.ts` has checked it.
 */
export const hasReleases = process.env.NEXT_PUBLIC_SANITY_RELEASES === 'on'

/** Where the Studio keeps the time zone of releases for each editor. */
const timeZoneKey = 'studio.timezone.content-releases'

/** Once, however often the Studio says that another zone was chosen. */
const timesStay: ToastParams = {
  id: 'time-zone',
  status: 'info',
  title: 'Times stay those of Los Angeles',
  description: 'All times in this Studio are, so that everybody means the same.',
}

/**
 * The Studio with releases, whose times are those of Los Angeles, whatever the browser's are. Who chooses another zone is
 * told so: everybody who speaks of nine o'clock has to mean the same.
 */
function StudioWithReleases(props: LayoutProps) {
  const settings = useKeyValueStore()
  const { push } = useToast()
  useEffect(() => {
    // Written only when it is another: the Studio reads its settings again after each writing.
    const reading = settings.getKey(timeZoneKey).subscribe((zone) => {
      if (zone === timeZone) return
      settings.setKey(timeZoneKey, timeZone).catch(() => undefined)
      if (zone) push(timesStay)
    })
    return () => reading.unsubscribe()
  }, [settings, push])
  return (
    <SanityTimeGuard>
      <style>{`${bulkScheduleStyles} ${immediateRevertStyles}`}</style>
      <StudioLayout {...props} />
    </SanityTimeGuard>
  )
}

/**
 * What the workspace says of Sanity's paid features. Their switches are on where nothing is said, so all are named.
 *
 * @param on - whether they are offered
 */
export function getPaidFeatures(
  on: boolean,
): Pick<WorkspaceOptions, 'releases' | 'scheduledDrafts' | 'scheduledPublishing' | 'tasks' | 'studio'> {
  return {
    releases: { enabled: on },
    scheduledDrafts: { enabled: on },
    tasks: { enabled: on },
    // The forerunner of scheduled drafts, https://www.sanity.io/plugins/scheduled-publishing.
    scheduledPublishing: { enabled: false },
    studio: { components: { layout: on ? StudioWithReleases : StudioLayout } },
  }
}
