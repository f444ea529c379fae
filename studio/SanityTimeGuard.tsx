import { useToast } from '@sanity/ui/toast'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PropsWithChildren,
  type SyntheticEvent,
  useRef,
} from 'react'
import { isSkippedText, skippedHourMessage, timeZone } from '@/lib/content/studioTime'

/** The field of a time in Sanity's own dialogs, in which editors write “Mar 14, 2027 02:30”. */
const timeField = '[data-testid="date-input"]'

/** What takes over such a time: the buttons of those dialogs. */
const confirming = '[data-testid="confirm-button"], [type="submit"]'

/** A calendar beside such a field, or at a button of its own; with a field for the hour, unless it is for plain dates. */
const calendar = '[data-testid="calendar"]'
const calendarDay = '[data-testid^="calendar-day-"]'
const calendarHour = 'input[type="time"]'

/** The calendars with hours, and what opens them. Those of the fields of documents are for plain dates. */
const calendarsWithHours = `[data-testid="select-date-button"]:not([data-testid^="field-"] *), ${calendar}:has(${calendarHour})`

/**
 * What Sanity's own dialogs for releases and scheduled drafts lack: a time that clocks in Los Angeles skip is refused,
 * where they would take it for one hour later (Sanity 6.16.0). Their calendar counts in the browser's hours and not in
 * those of the field, so it is offered only where the two are the same. The fields themselves cannot be replaced; their
 * events pass here, since React hands on those of dialogs through its own tree.
 */
export function SanityTimeGuard({ children }: PropsWithChildren) {
  const toast = useToast()
  const refused = useRef<HTMLInputElement>(null)

  /** Keeps a skipped time from Sanity, and what was written in its field. */
  function check(event: SyntheticEvent, field: HTMLInputElement, text: string) {
    const isSkipped = isSkippedText(text)
    refused.current = isSkipped ? field : null
    field.setCustomValidity(isSkipped ? skippedHourMessage : '')
    if (!isSkipped) return
    event.stopPropagation()
    event.preventDefault()
    toast.push({ id: 'skipped-hour', status: 'error', title: skippedHourMessage })
  }

  function whenWritten(event: FocusEvent | KeyboardEvent) {
    const field = event.target
    if (field instanceof HTMLInputElement && field.matches(timeField)) check(event, field, field.value)
  }

  /** The calendar has a field for the hour; its days are named like “Sun Mar 14 2027”. */
  function whenHourChosen(event: SyntheticEvent) {
    const field = event.target
    if (!(field instanceof HTMLInputElement && field.matches(calendarHour))) return
    const day = field.closest(calendar)?.querySelector(`[aria-selected="true"] ${calendarDay}`)
    if (day) check(event, field, `${day.getAttribute('aria-label')} ${field.value}`)
  }

  function whenPressed(event: MouseEvent) {
    if (!(event.target instanceof Element)) return
    const day = event.target.closest(calendarDay)
    const hour = day?.closest(calendar)?.querySelector<HTMLInputElement>(calendarHour)
    if (day && hour) check(event, hour, `${day.getAttribute('aria-label')} ${hour.value}`)
    // A dialog that has closed may leave its field in the page.
    if (!refused.current?.checkVisibility() || !event.target.closest(confirming)) return
    // The dialog still has the time of before, which is not what stands in its field.
    event.stopPropagation()
    event.preventDefault()
    refused.current.focus()
    refused.current.reportValidity()
  }

  const isElsewhere = Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  return (
    <div
      style={{ display: 'contents' }}
      onBlurCapture={whenWritten}
      onKeyDownCapture={(event) => event.key === 'Enter' && whenWritten(event)}
      onChangeCapture={whenHourChosen}
      onClickCapture={whenPressed}
    >
      {isElsewhere && <style>{`${calendarsWithHours} { display: none !important }`}</style>}
      {children}
    </div>
  )
}
