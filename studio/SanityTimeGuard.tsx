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

/** A calendar beside such a field or at its own button. It has an hour field unless it is for plain dates. */
const calendar = '[data-testid="calendar"]'
const calendarDay = '[data-testid^="calendar-day-"]'
const calendarHour = 'input[type="time"]'

/** The calendars with hours and the buttons that open them. Calendars in document forms are for plain dates. */
const calendarsWithHours = `[data-testid="select-date-button"]:not([data-testid^="field-"] *), ${calendar}:has(${calendarHour})`

/**
 * Rejects times that the clocks in Los Angeles skip in Sanity's dialogs for releases and scheduled drafts, which would
 * take them for one hour later (Sanity 6.16.0). Their calendar uses the browser's time zone instead of the field's, so it
 * is hidden where the two differ. The fields cannot be replaced; their events bubble here through React's tree.
 */
export function SanityTimeGuard({ children }: PropsWithChildren) {
  const toast = useToast()
  const rejectedField = useRef<HTMLInputElement>(null)

  /** Stops the event of a skipped time, so that Sanity does not read it. */
  function check(event: SyntheticEvent, field: HTMLInputElement, text: string) {
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
    if (field instanceof HTMLInputElement && field.matches(timeField)) check(event, field, field.value)
  }

  /** Days of the calendar are labeled like “Sun Mar 14 2027”. */
  function handleHourChange(event: SyntheticEvent) {
    const field = event.target
    if (!(field instanceof HTMLInputElement && field.matches(calendarHour))) return
    const day = field.closest(calendar)?.querySelector(`[aria-selected="true"] ${calendarDay}`)
    if (day) check(event, field, `${day.getAttribute('aria-label')} ${field.value}`)
  }

  function handleClick(event: MouseEvent) {
    if (!(event.target instanceof Element)) return
    const day = event.target.closest(calendarDay)
    const hour = day?.closest(calendar)?.querySelector<HTMLInputElement>(calendarHour)
    if (day && hour) check(event, hour, `${day.getAttribute('aria-label')} ${hour.value}`)
    // A closed dialog can leave its field in the page.
    if (!rejectedField.current?.checkVisibility() || !event.target.closest(confirmButtons)) return
    // The dialog still holds the previous time, which differs from its field.
    event.stopPropagation()
    event.preventDefault()
    rejectedField.current.focus()
    rejectedField.current.reportValidity()
  }

  const isOtherTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  return (
    <div
      style={{ display: 'contents' }}
      onBlurCapture={handleTimeChange}
      onKeyDownCapture={(event) => event.key === 'Enter' && handleTimeChange(event)}
      onChangeCapture={handleHourChange}
      onClickCapture={handleClick}
    >
      {isOtherTimeZone && <style>{`${calendarsWithHours} { display: none !important }`}</style>}
      {children}
    </div>
  )
}
