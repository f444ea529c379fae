import { type ToastParams, useToast } from '@sanity/ui/toast'
import { useEffect } from 'react'
import { type LayoutProps, useKeyValueStore, type WorkspaceOptions } from 'sanity'
import { timeZone } from '@/lib/content/studioTime'
import { immediateRevertStyles } from './releaseReverts'
import { SkippedTimeGuard } from './SkippedTimeGuard'
import { StudioLayout } from './StudioLayout'
import { bulkScheduleStyles } from './scheduledDrafts'

/**
 * Whether the Studio has the features of Sanity's paid plans: releases, scheduled drafts, tasks, and comments, which
 * `fixedDocuments.ts` enables. Next inlines the variable at build time; `lib/env.ts` validates it.
 */
export const hasPaidFeatures = process.env.NEXT_PUBLIC_SANITY_RELEASES === 'on'

/** The key under which Sanity stores each editor's time zone for releases. */
const timeZoneKey = 'studio.timezone.content-releases'

/** A fixed id, so that repeated events show one toast. */
const timeZoneToast: ToastParams = {
  id: 'time-zone',
  status: 'info',
  title: 'The time zone stays Los Angeles',
  description: 'All editors share one time zone in this Studio.',
}

/**
 * The Studio with releases. All editors share the time zone of Los Angeles. When an editor selects another zone, it is reset
 * and a toast explains why. Styles hide the controls that bypass validation.
 */
function StudioWithReleases(props: LayoutProps) {
  const settings = useKeyValueStore()
  const { push } = useToast()
  useEffect(() => {
    // Writes only when the stored zone differs, because each write emits the stored zone again.
    const subscription = settings.getKey(timeZoneKey).subscribe((zone) => {
      if (zone === timeZone) return
      settings.setKey(timeZoneKey, timeZone).catch(() => undefined)
      if (zone) push(timeZoneToast)
    })
    return () => subscription.unsubscribe()
  }, [settings, push])
  return (
    <SkippedTimeGuard>
      <style>{`${bulkScheduleStyles} ${immediateRevertStyles}`}</style>
      <StudioLayout {...props} />
    </SkippedTimeGuard>
  )
}

/**
 * Returns the workspace options that enable or disable Sanity's paid features. Sanity enables them by default.
 *
 * @param isEnabled - whether the Studio has these features
 */
export function getPaidFeatures(
  isEnabled: boolean,
): Pick<WorkspaceOptions, 'releases' | 'scheduledDrafts' | 'scheduledPublishing' | 'tasks' | 'studio'> {
  return {
    releases: { enabled: isEnabled },
    scheduledDrafts: { enabled: isEnabled },
    tasks: { enabled: isEnabled },
    // The predecessor of scheduled drafts, https://www.sanity.io/plugins/scheduled-publishing.
    scheduledPublishing: { enabled: false },
    studio: { components: { layout: isEnabled ? StudioWithReleases : StudioLayout } },
  }
}
