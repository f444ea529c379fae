import { filterTexts } from './contentGuards'
import { locale } from './format'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const dayPattern = days.join('|')
const timePattern = String.raw`\d{1,2}(?::\d{2})? ?(?:am|pm)?`
const rangePattern = `(?<opens>${timePattern}) ?(?:to|–|-) ?(?<closes>${timePattern})`
const hoursPattern = new RegExp(
  `(?<firstDay>${dayPattern})(?: ?(?:to|through|–|-) ?(?<lastDay>${dayPattern}))?,? ${rangePattern}`,
  'gi',
)
/** Matches days and times that {@link hoursPattern} left over, such as “Sunday by appointment”; not “Sunday: closed”. */
const unclearPattern = new RegExp(
  String.raw`^(?!.*closed).*(?:\b(?!day)\w+day|weekend|${rangePattern}|(?<![a-z])[ap]\.?m\b)`,
  'i',
)

/** The studio's opening hours, as stated in strings from the CMS. */
export type OpeningHours = {
  /** The lines that state opening hours, without those about email or the phone. */
  lines: readonly string[]
  /** Days of the week with the same hours: their text, such as “Monday to Saturday, 9 am to 8 pm”, and its meaning. */
  periods: readonly { text: string; days: readonly string[]; opens: string; closes: string }[]
  /** Whether the periods include all days and times that the strings mention. */
  isComplete: boolean
}

/** Parses opening hours in lines such as “Monday to Saturday, 9 am to 8 pm”. */
export function parseHours(value: Parameters<typeof filterTexts>[0]): OpeningHours {
  const lines = filterTexts(value).map(({ text }) => text)
  const periods = lines.flatMap((line) => Array.from(line.matchAll(hoursPattern), parsePeriod))
  return {
    lines: lines.filter((line) => line.search(hoursPattern) >= 0),
    periods,
    isComplete:
      periods.length > 0 &&
      periods.every(({ opens, closes }) => opens < closes) &&
      !lines.some((line) => unclearPattern.test(line.replace(hoursPattern, ''))),
  }
}

function parsePeriod({ 0: text, groups }: RegExpExecArray): OpeningHours['periods'][number] {
  const { firstDay = '', lastDay = firstDay, opens = '', closes = '' } = groups ?? {}
  const findDay = (name: string) => days.findIndex((day) => day.toLowerCase() === name.toLowerCase())
  const [first, last] = [findDay(firstDay), findDay(lastDay)]
  return {
    text,
    days: [...days, ...days].slice(first, last < first ? last + 8 : last + 1),
    opens: toTime(opens),
    closes: toTime(closes),
  }
}

/** Converts a time such as “9 am” or “20:30” to the 24-hour format: “09:00” or “20:30”. */
function toTime(text: string): string {
  const [hours = '', minutes = '00'] = text.replace(/[^\d:]/g, '').split(':')
  const hours12 = /[ap]m/i.test(text) ? Number(hours) % 12 : Number(hours)
  return `${String(/pm/i.test(text) ? hours12 + 12 : hours12).padStart(2, '0')}:${minutes}`
}

/**
 * Whether the studio is open at a time. Incomplete hours exclude no time.
 *
 * @param fieldTime - the value of a `datetime-local` field, in the studio's time zone
 */
export function isOpenAt(fieldTime: string, { periods, isComplete }: OpeningHours): boolean {
  const style = { weekday: 'long', timeZone: 'UTC' } as const
  const weekday = new Date(`${fieldTime}Z`).toLocaleDateString(locale, style)
  const [, time = ''] = fieldTime.split('T')
  const isOpen = periods.some(
    ({ days, opens, closes }) => days.includes(weekday) && opens <= time && time < closes,
  )
  return isOpen || !isComplete
}
