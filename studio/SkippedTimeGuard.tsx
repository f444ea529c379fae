import { useToast } from '@sanity/ui/toast'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PropsWithChildren,
  type SyntheticEvent,
  useRef,
} from 'react'
import { isSkippedTime, skippedHourMessage, timeZone } from '@/lib/content/studioTime'

/** The time field of Sanity's dialogs, with a value such as “Mar 14, 2027 02:30”. */
const timeField = '[data-testid="date-input"]'

/** The buttons that confirm those dialogs. */
const confirmButtons = '[data-testid="confirm-button"], [type="submit"]'

/** A calendar, beside a time field or behind a button of its own. Only a calendar for plain dates has no hour field. */
const calendar = '[data-testid="calendar"]'

/** A day of a calendar, labeled like “Sun Mar 14 2027”. */
const calendarDay = '[data-testid^="calendar-day-"]'
const calendarHour = 'input[type="time"]'

/** The calendars with hours and the buttons that open them. Calendars in document forms are for plain dates. */
const calendarsWithHours = `[data-testid="select-date-button"]:not([data-testid^="field-"] *), ${calendar}:has(${calendarHour})`

/**
 * Rejects times that Los Angeles skips when daylight saving time begins, in Sanity's dialogs for releases and scheduled
 * drafts. Sanity would read such a time as one hour later (6.16.0). The dialogs' calendar uses the browser's time zone
 * instead of the field's, so it is hidden where the two differ. The fields cannot be replaced; their events bubble here
 * through React's tree.
 */
export function SkippedTimeGuard({ children }: PropsWithChildren) {
  const toast = useToast()
  const rejectedField = useRef<HTMLInputElement>(null)

  /** Marks the field of a skipped time as invalid and stops the event, so that Sanity does not read the time. */
  function rejectSkippedTime(event: SyntheticEvent, field: HTMLInputElement, text: string) {
    const isSkipped = isSkippedTime(text)
    rejectedField.current = isSkipped ? field : null
    field.setCustomValidity(isSkipped ? skippedHourMessage : '')
    if (!isSkipped) return
    event.stopPropagation()
    event.preventDefault()
    toast.push({ id: 'skipped-hour', status: 'error', title: skippedHourMessage })
  }

  function handleTimeChange(event: FocusEvent | KeyboardEvent) {
    const field = event.target
    if (field instanceof HTMLInputElement && field.matches(timeField))
      rejectSkippedTime(event, field, field.value)
  }

  function handleHourChange(event: SyntheticEvent) {
    const field = event.target
    if (!(field instanceof HTMLInputElement && field.matches(calendarHour))) return
    const day = field.closest(calendar)?.querySelector(`[aria-selected="true"] ${calendarDay}`)
    if (day) rejectSkippedTime(event, field, `${day.getAttribute('aria-label')} ${field.value}`)
  }

  function handleClick(event: MouseEvent) {
    if (!(event.target instanceof Element)) return
    const day = event.target.closest(calendarDay)
    const hour = day?.closest(calendar)?.querySelector<HTMLInputElement>(calendarHour)
    if (day && hour) rejectSkippedTime(event, hour, `${day.getAttribute('aria-label')} ${hour.value}`)
    // The field of a closed dialog can stay in the page.
    if (!rejectedField.current?.checkVisibility() || !event.target.closest(confirmButtons)) return
    // The dialog would submit its previous time, not the rejected time in its field.
    event.stopPropagation()
    event.preventDefault()
    rejectedField.current.focus()
    rejectedField.current.reportValidity()
  }

  const isInOtherTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  return (
    <div
      style={{ display: 'contents' }}
      onBlurCapture={handleTimeChange}
      onKeyDownCapture={(event) => event.key === 'Enter' && handleTimeChange(event)}
      onChangeCapture={handleHourChange}
      onClickCapture={handleClick}
    >
      {isInOtherTimeZone && <style>{`${calendarsWithHours} { display: none !important }`}</style>}
      {children}
    </div>
  )
}
